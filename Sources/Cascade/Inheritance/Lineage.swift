/// The levels that have a say in a scope, the farthest first; a level's rank is its position.
///
/// This is the one place that puts them in order: for each tree, the root's first, the levels of all scopes
/// from which the scope inherits, and its own (T6, T10), then the command line (T8).
package final class Lineage {
  /// Every level at its rank.
  package private(set) lazy var levels: [Level] = {
    if treeCount == 1, commandLine == nil { return ancestors.map { $0.levels[0] } }
    var levels: [Level] = []
    levels.reserveCapacity(ancestors.count * treeCount + 1)
    for tree in 0..<treeCount {
      for ancestor in ancestors { levels.append(ancestor.levels[tree]) }
    }
    if let commandLine { levels.append(commandLine) }
    return levels
  }()
  /// What is laid over them.
  private let commandLine: Level?
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
    whole ancestors: [Ancestor], commonCount: Int, hasFurtherParents: Bool, _ order: ScopeOrder?,
    _ commandLine: Level?
  ) {
    (self.ancestors, self.commonCount) = (ancestors, commonCount)
    (self.hasFurtherParents, self.order, self.commandLine) = (hasFurtherParents, order, commandLine)
  }

  private convenience init(
    _ ancestors: [Ancestor], commonCount: Int, hasFurtherParents: Bool, _ order: ScopeOrder? = nil
  ) throws(WalkLimit) {
    self.init(
      whole: ancestors, commonCount: commonCount, hasFurtherParents: hasFurtherParents, order, nil)
    guard turnCount * treeCount <= Self.most else { throw .levels(Self.most) }
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
    var ancestors: [Ancestor] = []
    ancestors.reserveCapacity(others.count + 1)
    ancestors += others
    ancestors.append(own)
    try self.init(
      ancestors, commonCount: others.count, hasFurtherParents: above?.hasFurtherParents ?? false)
  }

  /// The same with what the command line says in the scope.
  package func adding(commandLine: Level) -> Lineage {
    Lineage(
      whole: ancestors, commonCount: commonCount, hasFurtherParents: hasFurtherParents, order,
      commandLine)
  }

  /// The levels of the first scopes, built on another lineage that they begin with.
  func prefix(_ count: Int, on base: Lineage?) -> Lineage {
    let isWhole = count == ancestors.count
    return Lineage(
      whole: isWhole ? ancestors : Array(ancestors.prefix(count)),
      commonCount: base?.ancestors.count ?? 0, hasFurtherParents: hasFurtherParents,
      isWhole ? order : nil, isWhole ? commandLine : nil)
  }

  /// Whether all levels of another lineage are the first ones of this one.
  func begins(with other: Lineage) -> Bool {
    other.ancestors.count < ancestors.count
      && zip(ancestors, other.ancestors).allSatisfy { $0.isSame(as: $1) }
  }

  package var scope: Scope { ancestors[ancestors.count - 1].scope }

  /// How many trees there are; each has a level for every scope that has a say.
  package var treeCount: Int { ancestors[turnCount - 1].levels.count }

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
    tree(at: position) == treeCount ? nil : reasons[turn(at: position)]?.parent
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

  /// The same without their positions.
  var ownLevels: [Level] { ancestors[turnCount - 1].levels }

  /// Where they stand: each is the last of its tree.
  var ownPositions: [Int] { (1...treeCount).map { $0 * turnCount - 1 } }

  /// The number of the tree of the level at a position; of the command line, that behind them.
  package func tree(at position: Int) -> Int {
    position / turnCount
  }

  /// The place of the scope of the level at a position in the order of scopes, the farthest first.
  package func turn(at position: Int) -> Int {
    position % turnCount
  }

  /// Whether the lineage of the scope above does not have the level at a position.
  func isAdded(_ position: Int) -> Bool { turn(at: position) >= commonCount }

  /// Whether no level says what may become of keys of which others speak.
  var declaresNothing: Bool {
    ancestors.allSatisfy { ancestor in
      ancestor.levels.allSatisfy {
        $0.statements.concerns.isDisjoint(with: [.exclusion, .final, .merge])
      }
    }
  }

  /// Whether the lineage of the scope above has all levels but the scope's own.
  var addsOwnAlone: Bool { commonCount == turnCount - 1 }

  /// Whether all that it adds are levels of one tree without directives, where nothing is excluded.
  var addsPlainly: Bool {
    treeCount == 1 && addsOwnAlone && !ancestors[turnCount - 1].levels[0].mayCompute
      && declaresNothing
  }

  /// Where the levels stand that the lineage of the scope above does not have.
  var added: [Int] {
    if addsOwnAlone { return ownPositions }
    return (0..<treeCount).flatMap { ($0 * turnCount + commonCount)..<($0 + 1) * turnCount }
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

  /// The levels with directives that name keys.
  package private(set) lazy var marked = levels(concerning: .marked).map(\.level)

  /// The rank of a level.
  package func position(of level: Level) -> Int? { levels.firstIndex { $0 === level } }
}
