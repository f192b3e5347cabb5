extension Scope {
  /// The scopes from which this one inherits, the nearest first: the one above it.
  package var parents: [Scope] { names.isEmpty ? [] : [Scope(names.dropLast())] }
}

/// The levels that have a say in a scope, the farthest first; a level's rank is its position.
///
/// This is the one place that puts them in order: for each tree, the root's first, the levels of all scopes
/// from which the scope inherits, and its own (T6, T10), then the command line (T8).
package struct Lineage {
  /// A level among the others.
  package struct Entry {
    package let level: Level
    /// The number of its tree, or that behind them for the command line.
    package let tree: Int
    /// The place of its scope in the order of scopes, the farthest first.
    let turn: Int
  }

  package let scope: Scope
  /// Every level at its rank.
  package let entries: [Entry]
  /// How many trees there are; each has a level for every scope of the order.
  package let treeCount: Int
  /// The levels of the scope itself, one for each tree.
  package let own: [(position: Int, level: Level)]
  /// What the files of each scope say, tree by tree, in the order of scopes.
  private let order: [[Level]]

  /// The most levels that may have a say in one scope.
  package static let most = 4096

  /// The lineage of a scope by its own levels, one for each tree, and the lineages of its parents.
  package init(
    _ scope: Scope, _ levels: [Level], of parent: (Scope) -> Lineage?
  ) throws(TooManyLevels) {
    try self.init(scope, levels, behind: scope.parents.compactMap(parent))
  }

  /// The same by the lineages of its parents, the nearest first.
  init(
    _ scope: Scope, _ levels: [Level], behind parents: [Lineage]
  ) throws(TooManyLevels) {
    var order = parents.last?.order ?? []
    if parents.count > 1 {
      // Of a scope that comes more than once the farthest place is left.
      var seen = Set(order.map(\.[0].scope))
      for parent in parents.dropLast().reversed() {
        order += parent.order.filter { seen.insert($0[0].scope).inserted }
      }
    }
    order.append(levels)
    guard levels.count * order.count <= Self.most else { throw TooManyLevels(limit: Self.most) }
    var entries: [Entry] = []
    entries.reserveCapacity(levels.count * order.count)
    var own: [(position: Int, level: Level)] = []
    for (tree, level) in levels.enumerated() {
      for (turn, all) in order.enumerated() {
        entries.append(Entry(level: all[tree], tree: tree, turn: turn))
      }
      own.append((entries.count - 1, level))
    }
    self.init(scope, order, entries, own)
  }

  private init(
    _ scope: Scope, _ order: [[Level]], _ entries: [Entry], _ own: [(position: Int, level: Level)]
  ) {
    (self.scope, self.order, self.entries, self.own) = (scope, order, entries, own)
    treeCount = own.count
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    let last = Entry(level: commandLine, tree: treeCount, turn: turnCount - 1)
    return Lineage(scope, order, entries + [last], own)
  }

  /// The scopes that have a say, the farthest first.
  package var scopes: [Scope] { order.map(\.[0].scope) }

  /// How many there are.
  var turnCount: Int { order.count }

  /// How many levels of each tree it has in common with the lineage on which it is built; none where it only
  /// has the same ones in another order.
  func commonCount(with other: Lineage) -> Int {
    order.starts(with: other.order) { $0[0] === $1[0] } ? other.turnCount : 0
  }

  /// The levels that the lineage on which it is built does not have.
  func added(to other: Lineage?) -> [(position: Int, level: Level)] {
    let count = other.map(commonCount) ?? 0
    if count == turnCount - 1 { return own }
    return levels { $0.turn >= count && $0.tree < treeCount }
  }

  /// The levels that say something of a certain concern, with their positions.
  package func levels(concerning concerns: Concerns) -> [(
    position: Int, level: Level
  )] {
    levels { !$0.level.statements.concerns.isDisjoint(with: concerns) }
  }

  private func levels(
    where isMeant: (Entry) -> Bool
  ) -> [(position: Int, level: Level)] {
    var found: [(position: Int, level: Level)] = []
    for (position, entry) in entries.enumerated() where isMeant(entry) {
      found.append((position, entry.level))
    }
    return found
  }

  /// The rank of a level.
  package func position(of level: Level) -> Int? { entries.firstIndex { $0.level === level } }
}

/// More levels than may have a say in one scope.
package struct TooManyLevels: Error {
  package let limit: Int
}
