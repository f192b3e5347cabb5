import Answers
import Cascade
import JSONSource
import Legible
import Reports
import Snapshots

extension Query {
  private static let most = 16 << 20

  /// Refuses what long names come to where a key is printed for each value in them: out of one name and many
  /// values much could be made. What is not long is free.
  package func refuseExcess(_ keys: some Sequence<(key: Key, place: SourceRange?)>) throws(Failure)
  {
    var count = 0
    for (key, place) in keys {
      let size = key.names.reduce(0) { $0 + names.bytes(of: $1).count }
      count += max(0, size - Printable.longest)
      guard count > Self.most else { continue }
      throw .diagnostics([
        Diagnostic(
          .error, .reference,
          .foreign(
            Wording(
              words: "with the names around it this key and those before come to more than "
                + "\(Self.most >> 20) MiB; ask for 'resolve' as JSON, or for less")),
          at: place, key: names.shown(key))
      ])
    }
  }

  package func refuseExcess(_ difference: Difference) throws(Failure) {
    try refuseExcess(difference.changes.lazy.map { ($0.key, ($0.to ?? $0.from)?.places.first) })
  }

  /// What changed, and what was edited.
  package func refuseExcess(_ impact: Impact) throws(Failure) {
    try refuseExcess(
      impact.changes.map { ($0.key, $0.causes.first?.place) }
        + impact.edits.compactMap { edit in
          edit.valueKey.map { ($0, edit.place) }
        })
  }
}
