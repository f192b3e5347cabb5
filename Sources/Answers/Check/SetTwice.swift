import Cascade

extension CheckRule {
  static let setTwice = CheckRule(
    .warning, .setTwice, "Key set in two files of one scope",
    .file("a.json", #"{ "db": { "port": 5432 } }"#),
    .file("b.json", #"{ "db": { "port": 5433 } }"#, corrected: #"{ "db": { "host": "db" } }"#)
  ) { scope in
    scope.overwritings.compactMap { key, content in
      guard let last = content.own.parts.last else { return nil }
      // Values beside an inclusion are meant to override it.
      let others = content.overwritten.filter { $0.file.root.path != last.file.root.path }
      guard !others.isEmpty else { return nil }
      return scope.warning(
        .setTwice, key, .writtenTwice, at: last.place,
        notes: notes(of: others))
    }
  }

  private static func notes(of others: [Definition]) -> [Diagnostic.Note] {
    let most = 3
    let told = others.prefix(most).enumerated().map { index, written in
      Diagnostic.Note(index == 0 ? .firstValue : .anotherValue, at: written.place)
    }
    return others.count > most ? told + [.init(.more(others.count - most))] : told
  }
}

extension CheckedScope {
  /// The keys that several files of the scope set.
  var overwritings: [(key: Key, content: StatementContent)] {
    var found: [(key: Key, content: StatementContent)] = []
    for level in visited.levels where level.files.count > 1 {
      level.statements.forEachOverwriting(Key()) { found.append(($0, $1)) }
    }
    return found
  }
}

extension StatementTree {
  fileprivate func forEachOverwriting(_ key: Key, _ body: (Key, StatementContent) -> Void) {
    let content = opened
    if !content.overwritten.isEmpty { body(key, content) }
    if content.only != nil { return }
    for name in mentions.uniqued {
      member(name)?.forEachOverwriting(key.appending(name), body)
    }
  }
}

extension PropertyFile {
  fileprivate var root: SourceFile {
    var file = file
    while let place = file.includedFrom { file = place.file }
    return file
  }
}
