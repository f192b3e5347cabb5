import Cascade

extension CheckRule {
  static let idleAttribute = CheckRule(
    .warning, .idleAttribute, "an attribute of a key that no scope at or below ever has",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$type": { "prot": "integer" }, "port": 5432 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$type": { "port": "integer" }, "port": 5432 }"#)),
    looksBelow: true
  ) { scope in
    guard scope.isCertain, scope.isWholeBelow, scope.hasMarkers else { return [] }
    return scope.markers.filter { marker in
      switch marker.kind {
      case .until, .because: !scope.setsKey(of: marker)
      case .final, .merge, .secret, .type, .required, .about: !scope.isCredited(marker)
      // Nobody says any more what is deprecated, as was wanted; other rules tell the others.
      case .deprecated, .stop, .exclude, .remove: false
      }
    }.map { scope.finding(.idleAttribute, idle: $0) }
  }
}
