extension Scope {
  /// The scopes from which this one inherits, the nearest first: the one above it.
  package var parents: [Scope] { names.isEmpty ? [] : [Scope(names.dropLast())] }
}

/// The levels that have a say in a scope, the farthest first; a level's rank is its position.
///
/// This is the one place that puts them in order: for each tree, the root's first, the levels of all scopes
/// from which the scope inherits, and its own (T6, T10), then the command line (T8).
package final class Lineage {
  package let scope: Scope
  /// Every level at its rank.
  package let levels: [Level]
  /// Where the levels of the scope itself stand: each is the last of its tree.
  let ownPositions: [Int]

  /// The most levels that may have a say in one scope.
  package static let most = 4096

  private init(_ scope: Scope, _ levels: [Level], _ ownPositions: [Int]) {
    (self.scope, self.levels, self.ownPositions) = (scope, levels, ownPositions)
  }

  /// The lineage of a scope by its own levels, one for each tree, and the lineages of its parents, which are
  /// given from the nearest on.
  package convenience init(
    _ scope: Scope, _ own: [Level], below parents: [Scope]? = nil, _ known: (Scope) -> Lineage?
  ) throws(WalkLimit) {
    let parents = parents ?? scope.parents
    var (levels, ownPositions): ([Level], [Int]) = ([], [])
    for (tree, level) in own.enumerated() {
      let start = levels.count
      for parent in parents.reversed() {
        guard let lineage = known(parent) else { continue }
        let others = lineage.levels[lineage.positions(of: tree)]
        if levels.count == start {
          levels += others
        } else {
          // Of a scope that comes more than once the farthest place is left.
          let seen = Set(levels[start...].map(\.scope))
          levels += others.filter { !seen.contains($0.scope) }
        }
      }
      ownPositions.append(levels.count)
      levels.append(level)
    }
    guard levels.count <= Self.most else { throw .levels(Self.most) }
    self.init(scope, levels, ownPositions)
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    Lineage(scope, levels + [commandLine], ownPositions)
  }

  /// How many trees there are; each has a level for every scope that has a say.
  package var treeCount: Int { ownPositions.count }

  /// How many scopes have a say.
  private var turnCount: Int { ownPositions[0] + 1 }

  /// The scopes that have a say, the farthest first.
  package var scopes: [Scope] { levels.prefix(turnCount).map(\.scope) }

  /// The levels of the scope itself, one for each tree.
  package var own: [(position: Int, level: Level)] { ownPositions.map { ($0, levels[$0]) } }

  private func positions(of tree: Int) -> Range<Int> {
    (tree == 0 ? 0 : ownPositions[tree - 1] + 1)..<ownPositions[tree] + 1
  }

  /// The number of the tree of the level at a position; of the command line, that behind them.
  package func tree(at position: Int) -> Int {
    ownPositions.firstIndex { position <= $0 } ?? treeCount
  }

  /// The place of the scope of the level at a position in the order of scopes, the farthest first.
  func turn(at position: Int) -> Int { position - positions(of: tree(at: position)).lowerBound }

  /// How many scopes have a say in both, at the same places, where this one is built on the other; none
  /// where that one's are in another order here.
  func commonCount(with other: Lineage) -> Int {
    let count = other.turnCount
    guard count <= turnCount, (0..<count).allSatisfy({ levels[$0] === other.levels[$0] }) else {
      return 0
    }
    return count
  }

  /// Where the levels stand that the lineage on which it is built does not have.
  func added(to other: Lineage?) -> [Int] {
    let count = other.map(commonCount) ?? 0
    if count == turnCount - 1 { return ownPositions }
    return (0..<treeCount).flatMap { positions(of: $0).dropFirst(count) }
  }

  /// The levels that say something of a certain concern, with their positions.
  package func levels(concerning concerns: Concerns) -> [(
    position: Int, level: Level
  )] {
    var found: [(position: Int, level: Level)] = []
    for (position, level) in levels.enumerated()
    where !level.statements.concerns.isDisjoint(with: concerns) {
      found.append((position, level))
    }
    return found
  }

  /// The rank of a level.
  package func position(of level: Level) -> Int? { levels.firstIndex { $0 === level } }
}
