extension CheckRule {
  static let type = CheckRule(
    .error, .type, "a value of another type than '$type' declares",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$type": { "port": "integer" }, "port": 5432 }"#),
      .file("a/properties.json", #"{ "port": "6432" }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$type": { "port": "integer" }, "port": 5432 }"#),
      .file("a/properties.json", #"{ "port": 6432 }"#))
  ) { scope in
    guard scope.isCertain else { return [] }
    // What cannot be worked out is told by other rules.
    return scope.declared.filter { $0.isInForce && $0.marker.kind == .type }.compactMap {
      try? scope.asked.typeProblem($0)
    }
  }
}
