extension CheckRule {
  static let required = CheckRule(
    .error, .required, "a required key without a value in a scope that has none below it",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$required": ["port"], "host": "db" }"#),
      .file("a/properties.json", #"{ "port": 5432 }"#),
      .file("b/properties.json", #"{ "host": "other" }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$required": ["port"], "host": "db" }"#),
      .file("a/properties.json", #"{ "port": 5432 }"#))
  ) { scope in
    guard scope.isCertain, scope.reading.isLast else { return [] }
    return scope.declared.filter { $0.marker.kind == .required && $0.isMissing }.map {
      scope.asked.requiredProblem($0)
    }
  }
}
