extension CheckRule {
  /// A scope may gain scopes below it, and `--virtual` asks for such: what would be kept from them counts
  /// as taken, so that an exclusion in the last scope of a lineage is no finding by itself.
  static let idleExclude = CheckRule(
    .warning, .idleExclude, "an exclusion that keeps nothing from any scope below",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$exclude": ["pagr"], "pager": 1 }"#),
      .file("a/properties.json", #"{ "port": 5432 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$exclude": ["pager"], "pager": 1 }"#),
      .file("a/properties.json", #"{ "port": 5432 }"#))
  ) { scope in
    // Whatever could not be read may hold the value.
    guard scope.isCertain, scope.isWholeBelow else { return [] }
    return scope.markers(.exclude)
      .filter { !scope.actingExclusions.contains(ObjectIdentifier($0)) }
      .map { exclude in
        let key = scope.view.names.spelling(exclude.pattern)
        return Diagnostic(
          .warning, .idleExclude,
          "the exclusion of '\(String(decoding: key, as: UTF8.self))' keeps nothing from any scope below",
          at: exclude.place, key: key)
      }
  }
}
