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
    guard scope.isCertain else { return [] }
    return scope.missing.map { scope.asked.requiredProblem($0) }
  }
}
