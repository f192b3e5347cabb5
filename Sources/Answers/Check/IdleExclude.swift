import Cascade

extension CheckRule {
  /// An exclusion in a leaf scope is no finding: a scope may be added below it, also by `--virtual`.
  package static let idleExclude = CheckRule.idle(
    .idleExclude,
    "Exclusion or '$pass' key without effect in scopes below",
    .file(
      "properties.json", #"{ "$exclude": ["pagr"], "pager": 1 }"#,
      mended: #"{ "$exclude": ["pager"], "pager": 1 }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#)
  ) { scope in
    guard scope.isCertain, scope.hasMarkers, !scope.mayServeUnknown else { return [] }
    let idle = scope.markers.filter {
      $0.directive == .exclude && !scope.effects.hasEffect($0) && !scope.isRefused($0)
    }
    let unmet = scope.passed.filter {
      !scope.effects.hasEffect($0)
        && !scope.mentioned.mentions($0.pattern, in: scope.visited.numbers)
    }
    return (idle + unmet).map { scope.claim(.idleExclude, idle: $0) }
  }
}
