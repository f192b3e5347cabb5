import Cascade
import JSONSource
import Output
import Trees

/// A scalar, an array or an empty object to print, with its places.
struct Leaf {
  let key: Key
  let value: EffectiveValue
  let places: [SourceRange]
  /// nil for a value as written.
  var effective: ValueCursor?

  var owner: UnrepresentableLeaf.Owner { (key, places) }
}

/// A leaf that a format cannot represent.
struct UnrepresentableLeaf {
  typealias Owner = (key: Key, places: [SourceRange])

  let owner: Owner
  let reason: RepresentationError
  var other: Owner?
}

extension Failure {
  static func refused(
    _ leaves: [UnrepresentableLeaf], _ names: NameTable,
    otherNames: String = RepresentationError.otherNames
  ) -> Failure {
    .several(
      leaves.map { refused in
        let words = refused.reason.words(for: names.text(refused.owner.key), otherNames)
        guard let place = refused.owner.places.first else { return .message(words) }
        let other = refused.other?.places.first.map { Diagnostic.Note(.otherValue, at: $0) }
        return .diagnostics([
          Diagnostic(
            .error, .type, .foreign(TextProblem(words: words)), at: place,
            key: names.shown(refused.owner.key),
            notes: other.map { [$0] } ?? [])
        ])
      })
  }
}
