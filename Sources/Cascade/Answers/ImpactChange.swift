import JSONSource

/// One change of a key's effective value, with its cause and all scopes that it hits.
package final class ImpactChange {
  /// An edited statement that the explanation of the value before or after rests on.
  package struct Cause {
    package let edit: Edit
    package let side: Side
    package let place: Place
  }

  package let key: Key
  /// The value before; nil where there was none.
  package let from: ShownValue?
  /// The value now; nil where there is none.
  package let to: ShownValue?
  package let causes: [Cause]
  package internal(set) var scopes = ScopeSet()

  init(_ key: Key, _ values: Sides<ShownValue?>, _ causes: [Cause]) {
    (self.key, from, to, self.causes) = (key, values.from, values.to, causes)
  }

  struct ID: Hashable {
    let key: Key
    let from: [UInt8]?
    let to: [UInt8]?
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
