import JSONSource

/// The value that the files of a level set at a key, combined.
package struct LevelValue {
  private let tree: StatementTree

  /// nil if the level does not set the key; the empty key is always an object.
  package init?(_ level: Level, _ key: Key) {
    var tree = level.statements
    for name in key.names {
      guard let member = tree.member(name) else { return nil }
      tree = member
    }
    if !key.names.isEmpty && !tree.writes { return nil }
    self.tree = tree
  }

  private init(_ tree: StatementTree) {
    self.tree = tree
  }

  package var leaf: Definition? {
    if case .leaf(let written) = tree.own { written } else { nil }
  }

  package var members: [(name: Name, value: LevelValue)] {
    if case .leaf = tree.own { return [] }
    var seen = NameMap<Void>()
    var found: [(name: Name, value: LevelValue)] = []
    for name in tree.mentions where seen[name] == nil {
      seen[name] = ()
      if let tree = tree.member(name), tree.writes { found.append((name, LevelValue(tree))) }
    }
    return found
  }

  /// The place of a value, or of the last part of an object.
  package var place: SourceRange? { tree.lastPart?.place }

  package func forEachLeaf(_ key: Key, _ body: (Key, LevelValue) -> Void) {
    let members = members
    if leaf != nil || members.isEmpty && !key.names.isEmpty { body(key, self) }
    for member in members { member.value.forEachLeaf(key.appending(member.name), body) }
  }
}

extension StatementTree {
  package var writes: Bool { if case .nothing = own { false } else { true } }
}
