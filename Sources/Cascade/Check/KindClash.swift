extension CheckRule {
  static let kindClash = CheckRule(
    .warning, .kindClash, "an object over an inherited value of another kind, or the reverse",
    tripping: ExampleTree(
      .file("properties.json", #"{ "db": { "port": 5432 } }"#),
      .file("a/properties.json", #"{ "db": "none" }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "db": { "port": 5432 } }"#),
      .file("a/properties.json", #"{ "$stop": ["db"], "db": "none" }"#))
  ) { scope in
    guard scope.isCertain else { return [] }
    var findings: [Diagnostic] = []
    // What the same scope stops is no longer inherited.
    for own in scope.ownValues {
      guard let inherited = own.inherited, inherited.isLive,
        inherited.isObject != own.isObject, let part = own.written.first, !part.isComputed,
        !inherited.isComputedValue
      else { continue }
      let name = scope.view.names.text(own.key)
      let message =
        own.isObject
        ? "'\(name)' is an object, and no object is inherited; stop the key if that is meant"
        : "'\(name)' is no object, and an object is inherited; stop the key if that is meant"
      findings.append(
        Diagnostic(
          .warning, .kindClash, message, at: part.place, key: scope.view.names.spelling(own.key),
          notes: inherited.place.map { [.init("the inherited value", at: $0)] } ?? []))
    }
    return findings
  }
}
