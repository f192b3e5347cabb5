import JSONSource

extension CheckRule {
  static let setTwice = CheckRule(
    .warning, .setTwice, "one key that two files of a scope write",
    tripping: ExampleTree(
      .file("a.json", #"{ "db": { "port": 5432 } }"#),
      .file("b.json", #"{ "db": { "port": 5433 } }"#)),
    clean: ExampleTree(
      .file("a.json", #"{ "db": { "port": 5432 } }"#),
      .file("b.json", #"{ "db": { "host": "db" } }"#))
  ) { scope in
    scope.overwritings.compactMap { key, statements in
      guard let last = statements.own.parts.last else { return nil }
      return Diagnostic(
        .warning, .setTwice,
        "'\(scope.view.names.text(key))' is written by another file of this scope, too; "
          + "this one is read last and wins",
        at: last.place, key: scope.view.names.spelling(key),
        notes: statements.overwritten.enumerated().map { index, written in
          .init(index == 0 ? "the first one" : "another one", at: written.place)
        })
    }
  }
}

extension CheckedScope {
  /// The keys at which one file of the scope wrote over another.
  var overwritings: [(key: Key, statements: Statements)] {
    guard files.count > 1, let statements = view.levels.last?.statements else { return [] }
    var found: [(key: Key, statements: Statements)] = []
    statements.forEachOverwriting(Key()) { found.append(($0, $1)) }
    return found
  }
}

extension Statements {
  fileprivate func forEachOverwriting(_ key: Key, _ body: (Key, Statements) -> Void) {
    if !overwritten.isEmpty { body(key, self) }
    for (name, member) in zip(members.names, members.values) {
      member.forEachOverwriting(key.appending(name), body)
    }
  }
}
