/// The levels that have a say in a scope, the farthest first; a level's rank is its position.
///
/// This is the one place that puts them in order: for each tree, the root's first, the levels of all scopes
/// from which the scope inherits, and its own (T6, T10), then the command line (T8).
package final class Lineage {
  /// Every level at its rank.
  package let levels: [Level]
  /// Where the levels of the scope itself stand: each is the last of its tree.
  let ownPositions: [Int]
  /// The scopes that have a say, the farthest first, and last the scope itself.
  package let ancestors: [Ancestor]
  /// Whether scopes have a say that do not stand above.
  package let hasFurtherParents: Bool
  /// What it is made of, unless that is the lineage of the scope above.
  private let order: ScopeOrder?
  /// How many scopes have a say at the same places in the scope above, on whose lineage this one is built; none where
  /// they are in another order here.
  let commonCount: Int

  /// The most levels that may have a say in one scope.
  package static let most = 4096

  private init(
    _ ancestors: [Ancestor], _ levels: [Level], _ ownPositions: [Int], commonCount: Int,
    hasFurtherParents: Bool, _ order: ScopeOrder?
  ) {
    (self.ancestors, self.levels, self.ownPositions) = (ancestors, levels, ownPositions)
    (self.commonCount, self.hasFurtherParents) = (commonCount, hasFurtherParents)
    self.order = order
  }

  private convenience init(
    _ ancestors: [Ancestor], commonCount: Int, hasFurtherParents: Bool, _ order: ScopeOrder? = nil
  ) throws(WalkLimit) {
    let treeCount = ancestors.last?.levels.count ?? 0
    guard ancestors.count * treeCount <= Self.most else { throw .levels(Self.most) }
    var (levels, ownPositions): ([Level], [Int]) = ([], [])
    levels.reserveCapacity(ancestors.count * treeCount)
    for tree in 0..<treeCount {
      for ancestor in ancestors { levels.append(ancestor.levels[tree]) }
      ownPositions.append(levels.count - 1)
    }
    self.init(
      ancestors, levels, ownPositions, commonCount: commonCount,
      hasFurtherParents: hasFurtherParents, order)
  }

  /// The lineage of a scope that stands behind those from which it inherits.
  convenience init(
    _ own: Ancestor, _ order: ScopeOrder, below above: Lineage?
  ) throws(WalkLimit) {
    let others = above?.ancestors ?? []
    let isBuilt =
      others.count <= order.ancestors.count && zip(others, order.ancestors).allSatisfy { $0 === $1 }
    try self.init(
      order.ancestors + [own], commonCount: isBuilt ? others.count : 0, hasFurtherParents: true,
      order)
  }

  /// The lineage of a scope that inherits from the one above alone.
  convenience init(_ own: Ancestor, below above: Lineage?) throws(WalkLimit) {
    let others = above?.ancestors ?? []
    try self.init(
      others + [own], commonCount: others.count,
      hasFurtherParents: above?.hasFurtherParents ?? false)
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    Lineage(
      ancestors, levels + [commandLine], ownPositions, commonCount: commonCount,
      hasFurtherParents: hasFurtherParents, order)
  }

  package var scope: Scope { ancestors[ancestors.count - 1].scope }

  /// How many trees there are; each has a level for every scope that has a say.
  package var treeCount: Int { ownPositions.count }

  /// How many scopes have a say.
  private var turnCount: Int { ancestors.count }

  /// What says of each scope that it has a say; nil for those that stand above the scope. They are found as the order
  /// came about: from each scope's farthest parent on.
  private lazy var reasons: [ParentReason?] = {
    var found: [ParentReason?] = Array(repeating: nil, count: turnCount)
    if !hasFurtherParents { return found }
    var turns: [Scope: Int] = [:]
    for (turn, ancestor) in ancestors.enumerated() { turns[ancestor.scope] = turn }
    var stops = [(turn: turnCount - 1, left: ancestors[turnCount - 1].parents.count)]
    while let stop = stops.last {
      guard stop.left > 0 else {
        stops.removeLast()
        continue
      }
      stops[stops.count - 1].left -= 1
      let heir = ancestors[stop.turn]
      let parent = heir.parents[stop.left - 1]
      guard let turn = turns.removeValue(forKey: parent.scope) else { continue }
      // What stands above a further parent is there by what names that one.
      found[turn] =
        parent.place == nil ? found[stop.turn] : ParentReason(parent: parent, heir: heir.scope)
      stops.append((turn, ancestors[turn].parents.count))
    }
    return found
  }()

  /// What says that the scope of the level at a position has a say; nil for one that stands above.
  package func reason(of position: Int) -> Parent? {
    position > ownPositions[treeCount - 1] ? nil : reasons[turn(at: position)]?.parent
  }

  /// Why a scope has a say, and then why that has one which inherits from it, up to one that stands above or is
  /// asked itself.
  package func reasons(of scope: Scope) -> [ParentReason] {
    if !hasFurtherParents { return [] }
    func reason(_ scope: Scope) -> ParentReason? {
      ancestors.firstIndex { $0.scope == scope }.flatMap { reasons[$0] }
    }
    var found: [ParentReason] = []
    while let next = reason(found.last?.heir ?? scope) { found.append(next) }
    return found
  }

  /// The parents of the scope without each of which the same would have a say, in the same order.
  package var repeatedParents: [Scope] { order?.repeated.map(\.scope) ?? [] }

  /// What says of the scope at a place in the order that it has a say.
  package func place(at turn: Int) -> SourceRange? { reasons[turn]?.parent.place }

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
  package func turn(at position: Int) -> Int {
    position - positions(of: tree(at: position)).lowerBound
  }

  /// Whether the lineage of the scope above does not have the level at a position.
  func isAdded(_ position: Int) -> Bool { turn(at: position) >= commonCount }

  /// Where the levels stand that the lineage of the scope above does not have.
  var added: [Int] {
    if commonCount == turnCount - 1 { return ownPositions }
    return (0..<treeCount).flatMap { positions(of: $0).dropFirst(commonCount) }
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
