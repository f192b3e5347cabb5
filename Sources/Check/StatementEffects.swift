import Answers
import Cascade

/// Which statements have an effect in the scopes of a walk, or of several walks over one tree.
final class StatementEffects {
  /// The scopes from which a scope inherits that is not below them.
  private(set) var parents: Set<Scope> = []
  /// Those of them from which a scope inherits that cannot be read.
  private(set) var uncertainParents: Set<Scope> = []
  /// Those of them from which a scope inherits that may serve unknown hosts.
  private(set) var parentsOfUnknown: Set<Scope> = []
  /// Values that repeat the inherited one in their own scope and override another one elsewhere.
  private var needed: Set<SourceRange.ID> = []
  private var effective: Set<SourceRange.ID> = []
  private var matched: Set<SourceRange.ID> = []

  /// Notes the scopes from which a scope inherits and the one above does not.
  func note(_ others: [Scope], parentsOf scope: CheckedScope) {
    parents.formUnion(others)
    if !scope.isCertain { uncertainParents.formUnion(others) }
    if scope.mayServeUnknown { parentsOfUnknown.formUnion(others) }
  }

  /// Notes the values of other scopes' levels that override something.
  func note(valuesInheritedBy scope: CheckedScope) {
    guard scope.view.lineage.hasFurtherParents else { return }
    for position in scope.newPositions {
      let isOwn = scope.visited.isAsked && scope.view.levels[position].scope == scope.view.scope
      if isOwn { continue }
      scope.view.tops[position].forEachTouched { node in
        if let part = node.lastWritten, !node.changesNothing { needed.insert(part.place.id) }
      }
    }
  }

  func note(needed written: Definition) { needed.insert(written.place.id) }

  func isNeeded(_ value: SourceRange.ID) -> Bool { needed.contains(value) }

  func note(effectOf marker: Marker) {
    effective.insert(marker.place.id)
    matched.insert(marker.place.id)
  }

  /// Notes an attribute for a key that it matches.
  func note(matching declared: Declaration) {
    let marker = declared.marker
    // Another rule reports required keys that are missing.
    if marker.directive == .required { note(effectOf: marker) }
    if declared.isMissing { return }
    // A strategy has an effect only where two values meet.
    if marker.directive != .merge && declared.isInForce { note(effectOf: marker) }
    matched.insert(marker.place.id)
  }

  func hasEffect(_ marker: Marker) -> Bool { effective.contains(marker.place.id) }

  /// Whether a key exists that a marker names.
  func hasMatch(_ marker: Marker) -> Bool { matched.contains(marker.place.id) }
}
