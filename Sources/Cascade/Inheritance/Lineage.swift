/// The levels of a scope, farthest first; a position is an index.
/// For each tree: the levels of the scope order (T6, T10); last the command line (T8).
package final class Lineage {
  package private(set) lazy var levels: [Level] = {
    let levels = (0..<treeCount).flatMap { tree in ancestors.map { $0.levels[tree] } }
    return commandLine.map { levels + [$0] } ?? levels
  }()
  private let commandLine: Level?
  /// Farthest first; the scope itself is last.
  package let ancestors: [Ancestor]
  /// Whether it contains scopes that are not ancestor directories.
  package let hasFurtherParents: Bool
  /// nil if the scope inherits only from its parent directory.
  private let order: ScopeOrder?
  /// The number of leading scopes shared with the parent directory's lineage; 0 if the order differs.
  let commonCount: Int

  package static let most = 4096

  private init(
    whole ancestors: [Ancestor], commonCount: Int, hasFurtherParents: Bool, _ order: ScopeOrder?,
    _ commandLine: Level?
  ) {
    (self.ancestors, self.commonCount) = (ancestors, commonCount)
    (self.hasFurtherParents, self.order, self.commandLine) = (hasFurtherParents, order, commandLine)
  }

  /// Without an order, the scope inherits only from its parent directory.
  convenience init(
    _ own: Ancestor, _ order: ScopeOrder? = nil, below above: Lineage?
  ) throws(WalkLimit) {
    let others = above?.ancestors ?? []
    let before = order?.ancestors ?? others
    let isBuilt =
      order == nil
      || others.count <= before.count && zip(others, before).allSatisfy { $0 === $1 }
    self.init(
      whole: before + [own], commonCount: isBuilt ? others.count : 0,
      hasFurtherParents: order != nil || above?.hasFurtherParents == true, order, nil)
    guard scopeCount * treeCount <= Self.most else { throw .levels(Self.most) }
  }

  package func adding(commandLine: Level) -> Lineage {
    Lineage(
      whole: ancestors, commonCount: commonCount, hasFurtherParents: hasFurtherParents, order,
      commandLine)
  }

  func prefix(_ count: Int, on base: Lineage?) -> Lineage {
    let isWhole = count == ancestors.count
    return Lineage(
      whole: isWhole ? ancestors : Array(ancestors.prefix(count)),
      commonCount: base?.ancestors.count ?? 0, hasFurtherParents: hasFurtherParents,
      isWhole ? order : nil, isWhole ? commandLine : nil)
  }

  func begins(with other: Lineage) -> Bool {
    other.ancestors.count < ancestors.count
      && zip(ancestors, other.ancestors).allSatisfy { $0.isSame(as: $1) }
  }

  package var scope: Scope { ancestors[ancestors.count - 1].scope }
  package var treeCount: Int { ancestors[scopeCount - 1].levels.count }
  private var scopeCount: Int { ancestors.count }

  /// A parent with the scope that inherits from it.
  package typealias Reason = (parent: Parent, heir: Scope)

  /// Why scopes are inherited; nil for ancestor directories. Parents are visited in the order of ScopeOrder.
  private lazy var reasons: [Reason?] = {
    var found: [Reason?] = Array(repeating: nil, count: scopeCount)
    if !hasFurtherParents { return found }
    var indexes: [Scope: Int] = [:]
    for (scopeIndex, ancestor) in ancestors.enumerated() { indexes[ancestor.scope] = scopeIndex }
    var stops = [(scopeIndex: scopeCount - 1, left: ancestors[scopeCount - 1].parents.count)]
    while let stop = stops.last {
      guard stop.left > 0 else {
        stops.removeLast()
        continue
      }
      stops[stops.count - 1].left -= 1
      let heir = ancestors[stop.scopeIndex]
      let parent = heir.parents[stop.left - 1]
      guard let scopeIndex = indexes.removeValue(forKey: parent.scope) else { continue }
      // An ancestor directory of a further parent has the reason of that parent.
      found[scopeIndex] =
        parent.place == nil
        ? found[stop.scopeIndex] : (parent, heir.scope)
      stops.append((scopeIndex, ancestors[scopeIndex].parents.count))
    }
    return found
  }()

  /// The entry that adds the scope of a level; nil for ancestor directories.
  package func reason(of position: Int) -> Parent? {
    tree(at: position) == treeCount ? nil : reasons[scopeIndex(at: position)]?.parent
  }

  /// The reasons on the path from a scope to the requested scope or to an ancestor directory.
  package func reasons(of scope: Scope) -> [Reason] {
    if !hasFurtherParents { return [] }
    func reason(_ scope: Scope) -> Reason? {
      ancestors.firstIndex { $0.scope == scope }.flatMap { reasons[$0] }
    }
    var found: [Reason] = []
    while let next = reason(found.last?.heir ?? scope) { found.append(next) }
    return found
  }

  package var repeatedParents: [Scope] { order?.repeated.map(\.scope) ?? [] }

  package func place(at scopeIndex: Int) -> SourceRange? { reasons[scopeIndex]?.parent.place }

  package var own: [(position: Int, level: Level)] { ownPositions.map { ($0, levels[$0]) } }

  /// Each is the last position of its tree.
  var ownPositions: [Int] { (1...treeCount).map { $0 * scopeCount - 1 } }

  /// The tree of a level; for the command line the number of trees.
  package func tree(at position: Int) -> Int { position / scopeCount }

  /// The index in the order of the scope of a level.
  package func scopeIndex(at position: Int) -> Int { position % scopeCount }

  /// Whether the parent directory's lineage lacks the level.
  func isAdded(_ position: Int) -> Bool { scopeIndex(at: position) >= commonCount }

  var addsOwnAlone: Bool { commonCount == scopeCount - 1 }

  /// The positions that the parent directory's lineage lacks.
  var added: [Int] {
    (0..<treeCount).flatMap { ($0 * scopeCount + commonCount)..<($0 + 1) * scopeCount }
  }

  package func levels(
    concerning concerns: StatementKinds
  ) -> [(position: Int, level: Level)] {
    levels.indices.filter { levels[$0].statements.has(concerns) }.map { ($0, levels[$0]) }
  }

  /// The levels that exclude something.
  private(set) lazy var excluding = levels(concerning: .exclusion)
  // Cached, because reports read them for every key.
  package private(set) lazy var marked = levels(concerning: .marked)
  private(set) lazy var including = levels.filter(\.hasInclusions)

  package func position(of level: Level) -> Int? { levels.firstIndex { $0 === level } }

  /// Whether the scope's files or rules name parents, also if these do not exist.
  package var namesParents: Bool {
    let own = ancestors[scopeCount - 1]
    return !own.isPlain || !own.ruled.isEmpty
  }

  /// Nearest first.
  package var ruledParents: [(scope: Scope, ruled: RuleResult)] {
    ancestors.reversed().flatMap { ancestor in ancestor.ruled.map { (ancestor.scope, $0) } }
  }
}

/// A limit of walks over many scopes.
package enum WalkLimit: Error {
  case scopes(Int)
  /// The last scope, which a link of the tree reaches.
  case linkedScopes(Int, Scope, SourceFile.TextOrigin)
  case levels(Int)
}
