import Cascade

/// An edited statement: added, removed or changed between two snapshots.
/// Its identity is scope, file, key and text, so that moving it within a file is no edit.
package final class StatementChange {
  package let scope: Scope
  /// The directive, nil for a value; `$file` for an edited text, `$include` for edits inside an included fragment.
  package let directive: Directive?
  package let pattern: KeyPattern
  package internal(set) var places: BeforeAfter<SourceRange?>
  package internal(set) var values: BeforeAfter<KeptValue?>
  /// Whether another edit reports it: the other snapshot has a value of another kind in its place.
  /// It may be a cause, but is never listed as idle.
  let isPart: Bool
  package internal(set) var because: [UInt8]?
  package internal(set) var until: [UInt8]?
  package internal(set) var isCause = false
  /// Whether it is a cause only in skipped abstract scopes.
  package internal(set) var isCauseOfAbstract = false
  /// The reasons why it does not reach some scopes.
  package var holds: [Blocker] { blockersByID.items }
  // Each of many scopes may hold it off by its own statement.
  private var blockersByID = Catalog<BlockerID, Blocker>()

  private struct BlockerID: Hashable {
    let reason: Blocker.Reason
    let place: SourceRange.ID
  }

  /// A statement that keeps the edit from having effect in some scopes.
  package final class Blocker: ScopedItem {
    package enum Reason: String { case shadowed, stopped, excluded, refused }

    package let reason: Reason
    package let place: SourceRange

    init(_ reason: Reason, at place: SourceRange) {
      (self.reason, self.place) = (reason, place)
    }
  }

  init(
    _ scope: Scope, _ directive: Directive?, _ pattern: KeyPattern,
    _ places: BeforeAfter<SourceRange?>,
    _ values: BeforeAfter<KeptValue?> = BeforeAfter(from: nil, to: nil), isPart: Bool = false
  ) {
    (self.scope, self.directive, self.pattern) = (scope, directive, pattern)
    (self.places, self.values) = (places, values)
    self.isPart = isPart
  }

  package var valueKey: Key? { directive == nil ? pattern.key : nil }
  package var place: SourceRange? { places.to ?? places.from }

  /// The snapshot that has the statement: the current, unless removed.
  var side: Side { places.to == nil ? .from : .to }

  func hold(_ reason: Blocker.Reason, at place: SourceRange) -> Blocker {
    blockersByID[BlockerID(reason: reason, place: place.id), orNew: Blocker(reason, at: place)]
  }
}
