import Cascade
import JSONSource

/// One change of a key's effective value, with its cause and all scopes that it hits.
package final class ImpactChange: Spread {
  /// An edited statement that the explanation of the value before or after rests on.
  package struct Cause {
    package let edit: StatementChange
    package let side: Side
    package let place: SourceRange
  }

  package let key: Key
  /// The value before; nil where there was none.
  package internal(set) var from: KeptValue?
  /// The value now; nil where there is none.
  package internal(set) var to: KeptValue?
  /// The object that came or went with it, where it is in one.
  package let object: Key?
  package let causes: [Cause]
  /// What attributes of one's own say of the key, in the first of the scopes.
  package let attributes: [OwnAttribute]

  init(
    _ key: Key, _ values: BeforeAfter<KeptValue?>, in object: Key?, _ causes: [Cause],
    _ attributes: [OwnAttribute]
  ) {
    (self.key, from, to, self.object, self.causes) = (key, values.from, values.to, object, causes)
    self.attributes = attributes
  }

  /// Tells a mask what is secret under the key wherever it is shown.
  func tell(_ mask: ReportMask) {
    for value in [from, to] { if let value { mask.note(value) } }
  }

  struct ID: Hashable {
    let key: Key
    let from: ValueText?
    let to: ValueText?
    let object: Key?
    let causes: [CauseID]
  }

  struct CauseID: Hashable {
    let side: Side
    let path: [UInt8]
    let start: Int
  }
}

extension ImpactChange.Cause {
  /// What tells it from others; a fragment counts once, whoever includes it.
  var id: ImpactChange.CauseID {
    .init(side: side, path: place.file.path, start: place.range.start)
  }
}
