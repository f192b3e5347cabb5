/// The levels that have a say in a scope, the farthest first; a level's index is its position.
///
/// This is the one place that puts them in order: the root's tree from its root down, then each overlay
/// likewise, then the command line (T6, T8).
package struct Lineage {
  package let scope: Scope
  package let levels: [Level]
  /// How many trees there are; each has a level for the scope and for every ancestor.
  package let treeCount: Int

  /// The most levels that may have a say in one scope.
  package static let most = 4096

  /// The lineage of a scope: a level for each tree, the root's tree first, below those of the scope above,
  /// if there is one.
  package init(
    _ scope: Scope, _ levels: [Level], below above: Lineage?
  ) throws(TooManyLevels) {
    guard levels.count * (scope.depth + 1) <= Self.most else {
      throw TooManyLevels(limit: Self.most)
    }
    self = above?.descending(to: scope, levels) ?? Lineage(scope, levels, levels.count)
  }

  private init(_ scope: Scope, _ levels: [Level], _ treeCount: Int) {
    self.scope = scope
    self.levels = levels
    self.treeCount = treeCount
  }

  private func descending(to scope: Scope, _ levels: [Level]) -> Lineage {
    if treeCount == 1 { return Lineage(scope, self.levels + levels, 1) }
    var all: [Level] = []
    all.reserveCapacity(self.levels.count + levels.count)
    let count = self.scope.depth + 1
    for tree in 0..<treeCount {
      all += self.levels[(tree * count)..<((tree + 1) * count)]
      all.append(levels[tree])
    }
    return Lineage(scope, all, treeCount)
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    Lineage(scope, levels + [commandLine], treeCount)
  }

  /// The levels of the scope itself, one for each tree, with their positions.
  package var own: [(position: Int, level: Level)] {
    (0..<treeCount).map { tree in
      let position = position(tree: tree, depth: scope.depth)
      return (position, levels[position])
    }
  }

  /// Those that the lineage of the scope above does not have.
  package var added: [(position: Int, level: Level)] { own }

  /// The position of the level that a scope of a certain depth has in a tree.
  package func position(tree: Int, depth: Int) -> Int { tree * (scope.depth + 1) + depth }

  /// The tree to which the level at a position belongs.
  package func tree(at position: Int) -> Int { position / (scope.depth + 1) }

  /// Whether what its own levels declare also holds for levels of farther scopes, in the trees stacked on
  /// theirs: then other values may come forth that the scope does not touch.
  package var declaresForOtherTrees: Bool {
    own.dropLast().contains {
      !$0.level.statements.concerns.isDisjoint(with: [.final, .merge])
    }
  }

  /// The levels that say something of a certain concern, with their positions.
  package func levels(concerning concerns: StatementTree.Concerns) -> [(
    position: Int, level: Level
  )] {
    var found: [(position: Int, level: Level)] = []
    for (position, level) in levels.enumerated()
    where !level.statements.concerns.isDisjoint(with: concerns) {
      found.append((position, level))
    }
    return found
  }
}

/// More levels than may have a say in one scope.
package struct TooManyLevels: Error {
  package let limit: Int
}
