import Answers
import Cascade

// What markers do, here or for scopes above.
extension Checker {
  /// Credits markers where they find something; their scopes are on the way here.
  func credit(_ scope: CheckedScope) {
    func credit(_ marker: Marker) {
      if let other = self.scope(of: marker) {
        other.credit(marker)
      } else {
        elsewhere.credit(marker)
      }
    }
    for marker in scope.passed where scope.view.mentions(marker.pattern) { scope.credit(marker) }
    for passage in scope.view.passages() {
      passage.forEachTouched { $0.takingMarkers.forEach(credit) }
    }
    let lineage = scope.view.lineage
    if lineage.treeCount > 1 || lineage.hasFurtherParents {
      scope.actingInLineage.forEach(credit)
      elsewhere.credit(passedIn: scope)
    }
    if lineage.treeCount > 1 { noteNeeded(in: scope) }
    // A final that withstands something is at work, also where it has no value.
    for (_, refusal) in scope.refusals { credit(refusal.by) }
    for marker in scope.meetingStrategies { credit(marker) }
    for declared in scope.declared {
      let marker = declared.marker
      guard marker.directive.seeksBelow, !marker.directive.takes else { continue }
      // Where nobody has what is required, another rule tells.
      if marker.directive == .required { credit(marker) }
      if declared.isMissing { continue }
      // A strategy has to meet something besides.
      if marker.directive != .merge && declared.isInForce { credit(marker) }
      if let other = self.scope(of: marker) {
        other.note(named: marker)
      } else {
        elsewhere.note(named: marker)
      }
    }
  }

  private func scope(of marker: Marker) -> CheckedScope? {
    open.last { $0.view.scope == marker.file.scope }
  }
}
