import Cascade

extension CheckRule {
  static let final = CheckRule(
    .error, .final, "a level that tries to change what a level before it made final",
    .file("properties.json", #"{ "$final": ["port"], "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": 6432 }"#, mended: #"{ "host": "db" }"#)
  ) { scope in
    scope.refusals.compactMap { $0.refusal.diagnostic($0.key, scope.view.names)?.asError }
  }
}
