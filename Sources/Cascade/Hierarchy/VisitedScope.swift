/// A scope in a walk, or levels that several scopes of the walk inherit in the same order.
package final class VisitedScope {
  package enum Role {
    /// A scope below the first of the walk, or that scope.
    case asked
    /// A scope above the first one, or an abstract one that the walk hides.
    case hidden
    /// Levels that are the beginning of several lineages.
    case shared
  }

  package let place: any ScopePlace
  package private(set) var lineage: Lineage
  package let reading: ScopeReading
  package private(set) var role: Role
  /// Whether it has no scopes below it, in any tree.
  package let isLast: Bool
  /// Whether it, or what stands below it, is only there to be inherited from (T12).
  package let isAbstract: Bool
  /// The number of the scope among the asked ones, in the order of directories.
  package let number: Int
  /// The numbers of the asked scopes at and below its directory, once all of them have been read.
  package internal(set) var numbers: Range<Int>
  /// The lowest number of the scopes whose lineages begin with this one.
  package private(set) var firstNumber: Int
  /// The first problem in a directory above that hides part of what is inherited.
  package let unreadAbove: Diagnostic?
  /// Whether it is entered later than the order of directories says.
  package internal(set) var isPostponed = false
  /// Problems with directories below that are no scopes for it.
  var missed: [Diagnostic] = []
  /// On whose lineage this one is built.
  private var above: VisitedScope?
  /// The scope before it below the same one, if that has further parents, too.
  private weak var sibling: VisitedScope?
  /// What holds in it; what it takes over as it is it shares with the scope above, or with the one before.
  package private(set) lazy var view: View = View(
    lineage, place.names, above: above?.view, beside: sibling?.view)
  /// What may hold otherwise than in the scope above; everything, where nothing was asked there.
  package private(set) lazy var delta: Delta = view.delta(
    from: above.flatMap { $0.role == .hidden ? nil : $0.view })

  init(
    _ place: any ScopePlace, _ lineage: Lineage, _ reading: ScopeReading, _ role: Role,
    number: Int, isLast: Bool, isAbstract: Bool, below above: VisitedScope?,
    beside sibling: VisitedScope?
  ) {
    (self.place, self.lineage, self.reading, self.role) = (place, lineage, reading, role)
    (self.number, firstNumber, numbers) = (number, number, number..<number)
    self.sibling = sibling
    (self.isLast, self.isAbstract, self.above) = (isLast, isAbstract, above)
    unreadAbove = above.flatMap { $0.reading.isWhole ? $0.unreadAbove : $0.reading.problems.first }
  }

  /// The first levels of some scopes.
  convenience init(first count: Int, of scopes: [VisitedScope], on base: VisitedScope?) {
    let one = scopes[0]
    let lineage = one.lineage.prefix(count, on: base?.lineage)
    self.init(
      one.place, lineage, ScopeReading(levels: lineage.ownLevels), .hidden, number: one.number,
      isLast: false, isAbstract: false, below: base, beside: nil)
  }

  /// Builds the lineage on that of another one, of which it has all levels, or on nothing; `firstAsked` is the lowest
  /// number of the asked scopes whose lineages begin with this one and could be read.
  func build(on base: VisitedScope?, firstAsked: Int?) {
    lineage = lineage.prefix(lineage.ancestors.count, on: base?.lineage)
    (above, sibling) = (base, nil)
    if let firstAsked {
      firstNumber = firstAsked
      if role == .hidden { role = .shared }
    }
  }

  /// Whether all that it inherits and sets could be read.
  var isKnown: Bool { reading.isWhole && unreadAbove == nil }

  /// Whether it is a scope that was asked for.
  package var isAsked: Bool { role == .asked }

  package var scope: Scope { lineage.scope }

  /// What its own files say, level by level.
  package var levels: [Level] { reading.levels }

  /// The other scopes whose levels the scope above does not have.
  package var furtherParents: [Scope] {
    if lineage.addsOwnAlone { return [] }
    return lineage.added.map { lineage.levels[$0].scope }.filter { $0 != scope }
  }

  /// Where the levels stand that have a say here and none in the scope above.
  package private(set) lazy var addedPositions: [Int] = lineage.added

  /// Those levels.
  package private(set) lazy var added: [Level] =
    lineage.addsOwnAlone ? levels : addedPositions.map { lineage.levels[$0] }

  /// What holds in the scope above, where this one adds to it what it says itself and nothing is declared of what
  /// others write.
  var plainlyAbove: View? {
    guard let above, above.role != .hidden, lineage.addsPlainly else { return nil }
    return above.view
  }

  /// Whether a key may hold something else than in the scope above: no, where the levels say so little that no view
  /// is needed to tell.
  package func mayReach(_ key: Key) -> Bool {
    guard let above, above.role != .hidden, lineage.addsOwnAlone, levels.count == 1,
      let first = key.names.first, levels[0].statements.concerns.isSubset(of: .laying),
      lineage.declaresNothing
    else { return true }
    guard let said = levels[0].statements.said(of: first) else { return false }
    guard case .value(var written) = said else { return true }
    var before = above.view.root.member(first)
    for name in key.names.dropFirst() {
      guard written.isPlainObject, let old = before, old.isObject else { return true }
      guard let inner = written.member(name) else { return false }
      (written, before) = (inner, old.member(name))
    }
    return true
  }
}
