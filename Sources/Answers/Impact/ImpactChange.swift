import Cascade

/// A change of an effective value, with its causes and the scopes affected.
package final class ImpactChange: ScopedItem {
  /// An edited statement on which the value depends, before or after.
  package struct Cause {
    package let side: Side
    package let place: SourceRange
    /// All edits of the place: several scopes may include a fragment. Empty if no edit explains a change.
    fileprivate(set) var edits: [StatementChange]

    /// Whether the statement exists before and after.
    package var isInBoth: Bool {
      edits.first.map { $0.places.from != nil && $0.places.to != nil } ?? false
    }

    package var edit: StatementChange { edits[0] }

    mutating func note(_ edit: StatementChange) {
      if !edits.contains(where: { $0 === edit }) { edits.append(edit) }
    }
  }

  package let key: Key
  package let values: BeforeAfter<KeptValue?>
  /// The object around the key that was added or removed with it.
  package let object: Key?
  package private(set) var causes: [Cause]
  package let attributes: [OwnAttribute]

  init(
    _ key: Key, _ values: BeforeAfter<KeptValue?>, in object: Key?, _ causes: [Cause],
    _ attributes: [OwnAttribute]
  ) {
    (self.key, self.values, self.object) = (key, values, object)
    (self.causes, self.attributes) = (causes, attributes)
  }

  /// Notes that other edits of the same places have caused the change, too.
  func note(_ others: [Cause]) {
    for (index, other) in others.enumerated() {
      for edit in other.edits { causes[index].note(edit) }
    }
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
