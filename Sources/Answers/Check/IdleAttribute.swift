import Cascade

extension CheckRule {
  static let idleAttribute = CheckRule.idle(
    .idleAttribute, "Attribute of a key without a value in any scope below",
    .file(
      "properties.json", #"{ "$type": { "prot": "integer" }, "port": 5432 }"#,
      mended: #"{ "$type": { "port": "integer" }, "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, scope.hasMarkers, !scope.mayServeUnknown else { return [] }
    return scope.markers.filter { marker in
      // Other rules report removals; `$deprecated` is meant for keys without values.
      let directive = marker.directive
      if directive.describesOverride { return !scope.setsKey(of: marker) }
      return directive.appliesToDescendants && !directive.takes && !scope.effects.hasEffect(marker)
    }.map { scope.claim(.idleAttribute, idle: $0) }
  }
}
