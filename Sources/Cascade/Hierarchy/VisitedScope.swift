/// A scope to which a walk has come from the one above it.
package final class VisitedScope {
  package let place: any ScopePlace
  package let lineage: Lineage
  package let reading: ScopeReading
  /// Whether it was asked for, or only stands above what was.
  package let isAsked: Bool
  /// Whether it has no scopes below it, in any tree.
  package let isLast: Bool
  /// Whether it, or what stands below it, is only there to be inherited from (T12).
  package let isAbstract: Bool
  private let above: VisitedScope?
  /// The scope before it below the same one, if that has further parents, too.
  private weak var sibling: VisitedScope?
  /// What holds in it; what it takes over as it is it shares with the scope above, or with the one before.
  package private(set) lazy var view: View = View(
    lineage, place.names, above: above?.view, beside: sibling?.view)
  /// What may hold otherwise than in the scope above; everything, where nothing was asked there.
  package private(set) lazy var delta: Delta = view.delta(
    from: above.flatMap { $0.isAsked ? $0.view : nil })

  init(
    _ place: any ScopePlace, _ lineage: Lineage, _ reading: ScopeReading, isAsked: Bool,
    isLast: Bool, isAbstract: Bool, below above: VisitedScope?, beside sibling: VisitedScope?
  ) {
    (self.place, self.lineage, self.reading) = (place, lineage, reading)
    self.sibling = sibling
    (self.isAsked, self.isLast, self.isAbstract, self.above) = (isAsked, isLast, isAbstract, above)
  }

  package var scope: Scope { lineage.scope }

  /// What its own files say, level by level.
  package var levels: [Level] { reading.levels }

  /// Where the levels stand that have a say here and none in the scope above.
  package private(set) lazy var addedPositions: [Int] = lineage.added

  /// Those levels.
  package private(set) lazy var added: [Level] =
    lineage.addsOwnAlone ? levels : addedPositions.map { lineage.levels[$0] }

  /// What holds in the scope above, where this one adds to it what it says itself and nothing is declared of what
  /// others write.
  var plainlyAbove: View? {
    guard let above, above.isAsked, lineage.addsPlainly else { return nil }
    return above.view
  }

  /// Whether a key may hold something else than in the scope above: no, where the levels say so little that no view
  /// is needed to tell.
  package func mayReach(_ key: Key) -> Bool {
    guard let above, above.isAsked, lineage.addsOwnAlone, levels.count == 1,
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
