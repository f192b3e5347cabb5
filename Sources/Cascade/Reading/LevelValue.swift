import JSONSource

/// What one level writes under a key, its files put together.
package struct LevelValue {
  private let tree: StatementTree

  /// What the level writes under a key; the empty key is the whole level, which is an object in any case.
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

  /// The scalar, array or computed value; nil for an object.
  package var leaf: Definition? {
    if case .leaf(let written) = tree.own { written } else { nil }
  }

  /// The members that write a value, in order.
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

  /// Where it is written, or the part of an object that is read last.
  package var place: SourceRange? { tree.lastPart?.place }

  /// Calls `body` for every scalar, array and empty object that the level writes here, in order.
  package func forEachLeaf(_ key: Key, _ body: (Key, LevelValue) -> Void) {
    let members = members
    if leaf != nil || members.isEmpty && !key.names.isEmpty { body(key, self) }
    for member in members { member.value.forEachLeaf(key.appending(member.name), body) }
  }
}

extension StatementTree {
  /// Whether a value is written here.
  package var writes: Bool { if case .nothing = own { false } else { true } }
}
