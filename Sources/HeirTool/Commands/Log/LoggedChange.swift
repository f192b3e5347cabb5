import Answers
import Cascade
import JSONSource
import Trees

/// A change of a key's effective value in a scope by a commit.
package struct LoggedChange {
  package let commit: CommitStream.Commit
  package let scope: Scope
  package let change: KeyChange
  package let causes: [Cause]

  package struct Cause {
    let side: Side
    let place: SourceRange
    /// Whether the statement exists before and after.
    let isInBoth: Bool
  }

  /// If no statement differs, for example because the scope was added, the origins of the value are the causes.
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
