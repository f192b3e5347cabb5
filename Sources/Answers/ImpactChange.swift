import Cascade
import JSONSource

/// A change of an effective value, with its causes and the scopes affected.
package final class ImpactChange: Spread {
  /// An edited statement on which the value depends, before or after.
  package struct Cause {
    package let edit: StatementChange
    package let side: Side
    package let place: SourceRange
  }

  package let key: Key
  package internal(set) var from: KeptValue?
  package internal(set) var to: KeptValue?
  /// The object around the key that was added or removed with it.
  package let object: Key?
  package let causes: [Cause]
  package let attributes: [OwnAttribute]

  init(
    _ key: Key, _ values: BeforeAfter<KeptValue?>, in object: Key?, _ causes: [Cause],
    _ attributes: [OwnAttribute]
  ) {
    (self.key, from, to, self.object, self.causes) = (key, values.from, values.to, object, causes)
    self.attributes = attributes
  }

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
  /// A fragment counts once, even if several scopes include it.
  var id: ImpactChange.CauseID {
    .init(side: side, path: place.file.path, start: place.range.start)
  }
}
