import JSONSource

extension CheckRule {
  static let redundant = CheckRule(
    .warning, .redundant, "a value that would be inherited all the same",
    tripping: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "port": 5432.0 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stop": ["port"], "port": 5432 }"#))
  ) { scope in
    guard scope.isCertain else { return [] }
    var findings: [Diagnostic] = []
    // Without it another file of the scope would have its say.
    let disputed = Set(scope.overwritings.map(\.key.names))
    scope.forEachOwnValue { key, entry, inherited, parts in
      guard let inherited, let part = parts.last, entry.changesNothing(over: inherited, part)
      else { return }
      if !disputed.isEmpty,
        (1...key.names.count).contains(where: { disputed.contains(Array(key.names[..<$0])) })
      {
        return
      }
      let name = scope.view.names.text(key)
      let message =
        entry.isObject && !inherited.isWrittenEmpty
        ? "'\(name)' is '{}', which changes nothing in the inherited object"
        : "'\(name)' has the value that is inherited"
      findings.append(
        Diagnostic(
          .warning, .redundant, message, at: part.place, key: scope.view.names.spelling(key),
          notes: inherited.place.map { [.init("the inherited value", at: $0)] } ?? []))
    }
    return findings
  }
}

extension Entry {
  /// Whether a scalar, an array or a `{}` that a level wrote here leaves all as it was.
  fileprivate func changesNothing(over inherited: Entry, _ part: Written) -> Bool {
    switch (state, inherited.state) {
    case (.leaf(let own), .leaf(let old)):
      own.document.equal(own.node, old.document, old.node)
    case (.object(let isWrittenEmpty), .object(let wasWrittenEmpty)):
      // Where stops take everything in it, '{}' is what keeps the object.
      part.isEmptyObject && (wasWrittenEmpty || !isWrittenEmpty)
    default: false
    }
  }

  var isWrittenEmpty: Bool {
    if case .object(isWrittenEmpty: true) = state { true } else { false }
  }
}
