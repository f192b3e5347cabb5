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
      // What a file says beside an inclusion is meant to override it.
      let others = statements.overwritten.filter { $0.file.root.path != last.file.root.path }
      guard !others.isEmpty else { return nil }
      return Diagnostic(
        .warning, .setTwice,
        "'\(scope.view.names.text(key))' is written by another file of this scope, too; "
          + "this one is read last and wins",
        at: last.place, key: scope.view.names.spelling(key),
        notes: others.enumerated().map { index, written in
          .init(index == 0 ? "the first one" : "another one", at: written.place)
        })
    }
  }
}

extension CheckedScope {
  /// The keys at which one file of the scope wrote over another.
  var overwritings: [(key: Key, statements: Statements)] {
    var found: [(key: Key, statements: Statements)] = []
    for (level, _, _) in own where level.files.count > 1 {
      level.statements.forEachOverwriting(Key()) { found.append(($0, $1)) }
    }
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

extension PropertyFile {
  /// The property file through which this one speaks.
  fileprivate var root: SourceFile {
    var file = file
    while let place = file.includedFrom { file = place.file }
    return file
  }
}
