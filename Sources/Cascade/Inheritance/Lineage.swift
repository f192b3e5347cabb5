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
  /// What says of each of them that it has a say; nil for those that stand above the scope. None where all of them
  /// do.
  private let reasons: [ParentReason?]
  /// How many scopes have a say at the same places in the scope above, on whose lineage this one is built; none where
  /// they are in another order here.
  let commonCount: Int

  /// The most levels that may have a say in one scope.
  package static let most = 4096

  private init(
    _ ancestors: [Ancestor], _ reasons: [ParentReason?], _ levels: [Level], _ ownPositions: [Int],
    _ commonCount: Int
  ) {
    (self.ancestors, self.reasons, self.commonCount) = (ancestors, reasons, commonCount)
    (self.levels, self.ownPositions) = (levels, ownPositions)
  }

  /// The lineage of a scope that stands behind those from which it inherits.
  convenience init(
    _ ancestors: [Ancestor], _ reasons: [ParentReason?], commonCount: Int
  ) throws(WalkLimit) {
    let treeCount = ancestors.last?.levels.count ?? 0
    guard ancestors.count * treeCount <= Self.most else { throw .levels(Self.most) }
    var (levels, ownPositions): ([Level], [Int]) = ([], [])
    for tree in 0..<treeCount {
      for ancestor in ancestors { levels.append(ancestor.levels[tree]) }
      ownPositions.append(levels.count - 1)
    }
    self.init(ancestors, reasons, levels, ownPositions, commonCount)
  }

  /// The lineage of a scope that inherits from the one above alone.
  convenience init(_ own: Ancestor, below above: Lineage?) throws(WalkLimit) {
    var reasons = above?.reasons ?? []
    if !reasons.isEmpty { reasons.append(nil) }
    let others = above?.ancestors ?? []
    try self.init(others + [own], reasons, commonCount: others.count)
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    Lineage(ancestors, reasons, levels + [commandLine], ownPositions, commonCount)
  }

  package var scope: Scope { ancestors[ancestors.count - 1].scope }

  /// How many trees there are; each has a level for every scope that has a say.
  package var treeCount: Int { ownPositions.count }

  /// How many scopes have a say.
  private var turnCount: Int { ancestors.count }

  /// Why a scope has a say, by its place in the order; nil for one that stands above.
  func reason(at turn: Int) -> ParentReason? { reasons.isEmpty ? nil : reasons[turn] }

  /// What says that the scope of the level at a position has a say; nil for one that stands above.
  package func reason(of position: Int) -> Parent? {
    reasons.isEmpty || position > ownPositions[treeCount - 1]
      ? nil : reasons[turn(at: position)]?.parent
  }

  /// Why a scope has a say, and then why that has one which inherits from it, up to one that stands above or is
  /// asked itself.
  package func reasons(of scope: Scope) -> [ParentReason] {
    if reasons.isEmpty { return [] }
    func reason(_ scope: Scope) -> ParentReason? {
      ancestors.firstIndex { $0.scope == scope }.flatMap { reasons[$0] }
    }
    var found: [ParentReason] = []
    while let next = reason(found.last?.heir ?? scope) { found.append(next) }
    return found
  }

  /// What says of the scope at a place in the order that it has a say.
  package func place(at turn: Int) -> SourceRange? { reason(at: turn)?.parent.place }

  /// The places that name scopes which inherit by them, and by nothing else.
  package var reasonsOfOwn: [SourceRange] {
    reasons.compactMap { $0?.heir == scope ? $0?.parent.place : nil }
  }

  /// Whether scopes have a say that do not stand above.
  package var hasFurtherParents: Bool { !reasons.isEmpty }

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
