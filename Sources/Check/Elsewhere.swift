import Cascade

/// What scopes make of statements of others that do not stand above them: known once all have been seen, by one walk
/// or by several.
final class Elsewhere {
  /// The scopes from which one inherits that does not stand below, or has them at another place in its order.
  private(set) var inherited: Set<Scope> = []
  /// The scopes that say something in vain, as far as they tell.
  private var vain: Set<Scope> = []
  /// What is said in vain there and does something where others inherit it.
  private var needed: Set<SourceRange.ID> = []
  /// The markers that do something there, and those that name a key there.
  private var credited: Set<SourceRange.ID> = []
  private var named: Set<SourceRange.ID> = []
  /// The scopes from which one inherits that cannot be read as a whole.
  private(set) var uncertain: Set<Scope> = []
  /// Those from which one inherits that may serve machines that nobody has asked about.
  private(set) var servingUnseen: Set<Scope> = []

  func note(_ scope: CheckedScope) {
    let (view, lineage) = (scope.view, scope.view.lineage)
    guard lineage.hasFurtherParents else { return }
    let isJudged = scope.isCertain && !scope.isTooMuch
    // What a sibling has, too, was seen there.
    let positions =
      isJudged && !scope.mayServeUnseen ? scope.newPositions : scope.meetingPositions
    for position in positions {
      let other = lineage.levels[position].scope
      if view.scope == other { continue }
      inherited.insert(other)
      if !scope.isCertain { uncertain.insert(other) }
      if scope.mayServeUnseen { servingUnseen.insert(other) }
      guard isJudged && vain.contains(other) else { continue }
      view.tops[position].forEachTouched { node in
        if let part = node.lastWritten, !node.changesNothing { needed.insert(part.place.id) }
      }
    }
  }

  func note(vain scope: Scope) { vain.insert(scope) }

  func isNeeded(_ written: Definition) -> Bool {
    !needed.isEmpty && needed.contains(written.place.id)
  }

  func credit(_ marker: Marker) {
    credited.insert(marker.place.id)
    named.insert(marker.place.id)
  }

  /// Credits what scopes besides those above let go down alone, where there is such a key.
  func credit(passedIn scope: CheckedScope) {
    let lineage = scope.view.lineage
    for (position, level) in lineage.levels(concerning: .exclusion)
    where lineage.reason(of: position) != nil {
      for marker in level.markers.flatMap(\.passed)
      where !isCredited(marker) && scope.view.mentions(marker.pattern) {
        credit(marker)
      }
    }
  }

  func note(named marker: Marker) { named.insert(marker.place.id) }

  func isCredited(_ marker: Marker) -> Bool {
    !credited.isEmpty && credited.contains(marker.place.id)
  }

  func isNamed(_ marker: Marker) -> Bool { !named.isEmpty && named.contains(marker.place.id) }
}
