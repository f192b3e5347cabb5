import Cascade

/// Rules whose findings come from reading files or from evaluating values.
extension CheckRule {
  /// The findings concern all scopes together; see `ParentOrders`.
  static let parentOrder = CheckRule(
    .warning, .parentOrder, "Two parents in opposite order in two scopes",
    .file("x/properties.json", #"{ "port": 1 }"#),
    .file("y/properties.json", #"{ "port": 2 }"#),
    .file("a/properties.json", #"{ "$inherit": ["/x", "/y"] }"#),
    .file(
      "b/properties.json", #"{ "$inherit": ["/y", "/x"] }"#,
      corrected: #"{ "$inherit": ["/x", "/y"] }"#)
  )

  static let syntax = CheckRule(
    reading: .syntax, "Not a JSON object in UTF-8",
    .file("properties.json", #"{ "port": 5432, }"#, corrected: #"{ "port": 5432 }"#))

  static let duplicateName = CheckRule(
    reading: .duplicateName, "Two members of one object with the same name",
    .file(
      "properties.json", #"{ "port": 5432, "port": 5433 }"#,
      corrected: #"{ "port": 5432, "host": "db" }"#))

  static let unreadable = CheckRule(
    reading: .unreadable, "Unreadable file or directory",
    .link("properties.json", to: "missing.json", corrected: ".shared/properties.json"),
    .file(".shared/properties.json", nil, corrected: #"{ "port": 5432 }"#))

  static let directive = CheckRule(
    reading: .directive, "Unknown, misplaced or malformed directive",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/properties.json", #"{ "$stopp": ["port"] }"#, corrected: #"{ "$stop": ["port"] }"#))

  static let outsideRoot = CheckRule(
    reading: .outsideRoot, "Link or path to a place outside the tree",
    .link("a/db.json", to: "../../outside.json", corrected: "../b/db.json"),
    .file("b/db.json", nil, corrected: #"{ "port": 5432 }"#))

  static let cycle = CheckRule(
    reading: .cycle, "Cycle of references, inclusions or links",
    .file(
      "properties.json", #"{ "a": { "$ref": "b" }, "b": { "$ref": "a" } }"#,
      corrected: #"{ "a": { "$ref": "b" }, "b": 1 }"#))

  static let reference = CheckRule(
    reading: .reference, "Computed value with an error in a scope and all below it",
    .file("properties.json", #"{ "url": { "$format": "http://${host}/" } }"#),
    .file("a/properties.json", #"{ "host": "db" }"#),
    .file(
      "b/properties.json", #"{ "port": 5432 }"#, corrected: #"{ "port": 5432, "host": "other" }"#))

  static let environment = CheckRule(
    .note, .environment, "Value not checked, because its variable is not allowed",
    .file(
      "properties.json", #"{ "home": { "$env": "HOME" } }"#,
      corrected: #"{ "home": { "$env": "HOME", "default": "/" } }"#)
  )

  private convenience init(
    reading name: Diagnostic.Rule, _ summary: String, _ example: ExampleFile...
  ) {
    self.init(.error, name, summary, example) { scope in
      scope.problems.lazy.filter { $0.rule == name }.map { Claim(diagnostic: $0) }
    }
  }
}
