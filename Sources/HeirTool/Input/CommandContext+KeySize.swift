import Answers
import Cascade
import SafeText
import Trees

extension CommandContext {
  /// Throws if long keys exceed a size limit in sum, because a long name is printed for each value in it. `beside` is
  /// the number of further bytes of a key.
  package func checkKeySizes(
    _ keys: some Sequence<(key: Key, beside: Int, place: SourceRange?)>
  ) throws(Failure) {
    var count = 0
    for (key, beside, place) in keys {
      let size = key.names.reduce(beside) { $0 + names.bytes(of: $1).count }
      count += max(0, size - Printable.longest)
      guard count > ValueSize.most.bytes else { continue }
      throw .diagnostics([
        Diagnostic(
          .error, .reference,
          .foreign(
            TextProblem(
              words:
                "the keys up to this one, with their attributes, take more than \(ValueSize.most.bytes >> 20) MiB; "
                + "use 'heir resolve --json', or select fewer keys")),
          at: place, key: names.shown(key))
      ])
    }
  }

  package func checkKeySizes(_ difference: Difference) throws(Failure) {
    try checkKeySizes(
      difference.changes.lazy.map { ($0.key, 0, ($0.to ?? $0.from)?.places.first) })
  }

  package func checkKeySizes(_ impact: Impact) throws(Failure) {
    let changes = impact.changes.map { change in
      (
        key: change.key, beside: change.attributes.reduce(0) { $0 + $1.size },
        place: change.causes.first?.place
      )
    }
    let edits = impact.edits.compactMap { edit in
      edit.valueKey.map { (key: $0, beside: 0, place: edit.place) }
    }
    let moved = impact.moves.lazy.flatMap(\.changes).map {
      (key: $0.key, beside: 0, place: nil as SourceRange?)
    }
    try checkKeySizes(changes + edits + moved)
  }
}
