import Cascade

/// The statements with an effect in the scopes of one or more walks over a tree.
final class StatementEffects {
  /// Further parents of any scope.
  private(set) var parents: Set<Scope> = []
  /// Further parents of an unreadable scope.
  private(set) var uncertainParents: Set<Scope> = []
  /// Further parents of a scope that may serve unknown hosts.
  private(set) var parentsOfUnknown: Set<Scope> = []
  /// Values that are redundant in their own scope and needed elsewhere.
  private var needed: Set<SourceRange.ID> = []
  private var effective: Set<SourceRange.ID> = []
  private var matched: Set<SourceRange.ID> = []

  func note(_ others: [Scope], parentsOf scope: CheckedScope) {
    parents.formUnion(others)
    if !scope.isCertain { uncertainParents.formUnion(others) }
    if scope.mayServeUnknown { parentsOfUnknown.formUnion(others) }
  }

  func note(valuesInheritedBy scope: CheckedScope) {
    guard scope.view.lineage.hasFurtherParents else { return }
    for position in scope.newPositions {
      let isOwn = scope.visited.isAsked && scope.view.levels[position].scope == scope.view.scope
      if isOwn { continue }
      scope.view.top(at: position).forEachWritten(
        skipping: { needed.contains($0.place.id) },
        {
          if let part = $0.lastWritten, !$0.changesNothing { note(needed: part) }
        })
    }
  }

  func note(needed written: Definition) { needed.insert(written.place.id) }

  func isNeeded(_ value: SourceRange.ID) -> Bool { needed.contains(value) }

  func note(effectOf marker: Marker) {
    effective.insert(marker.place.id)
    matched.insert(marker.place.id)
  }

  func note(matching declared: Declaration) {
    let marker = declared.marker
    // Another rule reports missing required keys.
    if marker.directive == .required { note(effectOf: marker) }
    if declared.isMissing { return }
    // A strategy has an effect only where two values meet.
    if marker.directive != .merge && declared.isInForce { note(effectOf: marker) }
    matched.insert(marker.place.id)
  }

  func hasEffect(_ marker: Marker) -> Bool { effective.contains(marker.place.id) }

  func hasMatch(_ marker: Marker) -> Bool { matched.contains(marker.place.id) }
}
