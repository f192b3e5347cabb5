/// A scope in a walk, or levels that are the beginning of several lineages.
package final class VisitedScope {
  package enum Role {
    /// The first scope of the walk, or a descendant.
    case asked
    /// An ancestor of the first scope, or a skipped abstract scope.
    case hidden
    /// Levels that several scopes inherit in the same order.
    case shared
  }

  package let place: any ScopePlace
  package private(set) var lineage: Lineage
  package let reading: ScopeReading
  package private(set) var role: Role
  /// Whether it has no children in any tree.
  package let isLast: Bool
  /// Whether the scope is abstract (T12), also because an ancestor is.
  package var isAbstract: Bool { abstraction != nil }
  let abstraction: Abstraction?
  /// Its number among the requested scopes, in directory order.
  package let number: Int
  /// The numbers of the requested scopes at and below its directory, after they have been read.
  package internal(set) var numbers: Range<Int>
  /// The lowest number of the scopes whose lineages begin with this one.
  package private(set) var firstNumber: Int
  package let unreadAbove: Diagnostic?
  /// Whether it is entered later than in directory order.
  package internal(set) var isPostponed = false
  /// Errors of directories that seem to be children.
  var missed: [Diagnostic] = []
  private var above: VisitedScope?
  /// The previous child of the parent, if both have further parents.
  private weak var sibling: VisitedScope?
  /// The inherited values; nodes without changes are shared with the parent or the sibling.
  package private(set) lazy var view: View = View(
    lineage, place.source.names, above: above?.view, beside: sibling?.view)
  /// The keys that may differ from the parent; all if the parent was not requested.
  package private(set) lazy var delta = Delta(
    view, from: above.flatMap { $0.role == .hidden ? nil : $0.view })

  init(
    _ place: any ScopePlace, _ lineage: Lineage, _ reading: ScopeReading, _ role: Role,
    number: Int, isLast: Bool, _ abstraction: Abstraction?, below above: VisitedScope?,
    beside sibling: VisitedScope?
  ) {
    (self.place, self.lineage, self.reading, self.role) = (place, lineage, reading, role)
    (self.number, firstNumber, numbers) = (number, number, number..<number)
    self.sibling = sibling
    (self.isLast, self.abstraction, self.above) = (isLast, abstraction, above)
    unreadAbove = above.flatMap { $0.reading.problems.first ?? $0.unreadAbove }
  }

  /// The first levels of some scopes.
  convenience init(first count: Int, of scopes: [VisitedScope], on base: VisitedScope?) {
    let one = scopes[0]
    let lineage = one.lineage.prefix(count, on: base?.lineage)
    self.init(
      one.place, lineage, ScopeReading(levels: lineage.own.map(\.level)), .hidden,
      number: one.number, isLast: false, nil, below: base, beside: nil)
  }

  /// Rebuilds the lineage on a base whose levels it has.
  /// `firstAsked` is the lowest number of the readable scopes that share it.
  func build(on base: VisitedScope?, firstAsked: Int?) {
    lineage = lineage.prefix(lineage.ancestors.count, on: base?.lineage)
    (above, sibling) = (base, nil)
    if let firstAsked {
      firstNumber = firstAsked
      if role == .hidden { role = .shared }
    }
  }

  /// Whether the whole lineage could be read.
  package var isKnown: Bool { reading.isWhole && unreadAbove == nil }

  package var isAsked: Bool { role == .asked }

  package var scope: Scope { lineage.scope }
  package var levels: [Level] { reading.levels }

  package var furtherParents: [Scope] {
    lineage.added.map { lineage.levels[$0].scope }.filter { $0 != scope }
  }

  package private(set) lazy var addedPositions: [Int] = lineage.added

  package private(set) lazy var added: [Level] =
    lineage.addsOwnAlone ? levels : addedPositions.map { lineage.levels[$0] }
}
