import Cascade
import JSONSource

/// A statement that one time of a tree has and the other has not, or has otherwise: a statement is its
/// scope, file, key path and text, so that one that only moved in its file is none.
package final class StatementChange {
  package let scope: Scope
  /// What says it, nil for a value; of a `$file` the text that it quotes, of an `$include` what stands in
  /// an object by it.
  package let directive: Directive?
  /// Of which keys it is said.
  package let pattern: KeyPattern
  /// Where it stands, in the times that have it.
  package internal(set) var places: BeforeAfter<SourceRange?>
  /// What it says, where it is a value.
  package internal(set) var values: BeforeAfter<KeptValue?>
  /// Whether it is one side of what another edit tells: what it said, or says, stands in the same file as
  /// a value of another kind in the other time. It may be a cause, and never does nothing.
  let isPart: Bool
  /// Why and until when it overrides, as its scope says now.
  package internal(set) var because: [UInt8]?
  package internal(set) var until: [UInt8]?
  /// Whether some effective value differs for it, or can be worked out in one of the times alone.
  package internal(set) var isCause = false
  /// Whether one does so in a scope alone that is only there to be inherited from, and was passed by.
  package internal(set) var isCauseOfAbstract = false
  /// Where it does not get through.
  package var holds: [Hold] { holdsByID.items }
  // Many scopes may each hold it off by a statement of their own.
  private var holdsByID = Catalog<HoldID, Hold>()

  private struct HoldID: Hashable {
    let reason: Hold.Reason
    let place: SourceRange.ID
  }

  /// What keeps an edited statement from having effect in some scopes.
  package final class Hold: Spread {
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

  /// The key whose value it is; nil where a directive says something.
  package var valueKey: Key? { directive == nil ? pattern.key : nil }
  /// Where it stands now or, where it is gone, where it stood.
  package var place: SourceRange? { places.to ?? places.from }

  /// The time in which it has its say: what it says now, unless it is gone.
  var side: Side { places.to == nil ? .from : .to }

  /// The hold of one kind at one place, made where there is none.
  func hold(_ reason: Hold.Reason, at place: SourceRange) -> Hold {
    holdsByID[HoldID(reason: reason, place: place.id), orNew: Hold(reason, at: place)]
  }
}
