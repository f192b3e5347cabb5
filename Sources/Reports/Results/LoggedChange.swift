import Answers
import Cascade
import JSONSource
import Sessions

/// A key whose effective value in a scope a revision made another one.
package struct LoggedChange {
  package let commit: CommitStream.Commit
  package let scope: Scope
  package let change: KeyChange
  /// The statements that did it.
  package let causes: [Cause]

  package struct Cause {
    let side: Side
    let place: SourceRange
    /// Whether the statement stands there before and now.
    let isInBoth: Bool
  }

  /// Where no statement is another one, as where the scope came or went, those count that hold or held.
  package init(
    _ commit: CommitStream.Commit, _ scope: Scope, _ change: KeyChange,
    _ causes: [ImpactChange.Cause]
  ) {
    (self.commit, self.scope, self.change) = (commit, scope, change)
    if causes.isEmpty {
      let side: Side = change.origins.to.isEmpty ? .from : .to
      self.causes = change.origins[side].map { Cause(side: side, place: $0, isInBoth: false) }
    } else {
      self.causes = causes.map {
        let places = $0.edit.places
        return Cause(
          side: $0.side, place: $0.place, isInBoth: places.from != nil && places.to != nil)
      }
    }
  }
}
