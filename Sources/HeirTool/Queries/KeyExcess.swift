import Answers
import Cascade
import Check
import JSONSource
import Legible
import Reports
import Sessions

/// Keeps count of what long names come to where a key is printed for each value in them: out of one name and
/// many values much could be made.
struct KeyExcess {
  private static let most = 16 << 20
  private var count = 0

  /// Counts the keys of what differs.
  mutating func add(_ difference: Difference, _ names: NameTable) throws(Failure) {
    for change in difference.changes {
      try add(change.key, at: (change.to ?? change.from)?.places.first, names)
    }
  }

  /// Counts the keys of what changed and of what was edited.
  mutating func add(_ report: ImpactReport) throws(Failure) {
    for change in report.changes {
      try add(change.key, at: change.causes.first?.place, report.names)
    }
    for edit in report.edits {
      guard let key = edit.valueKey else { continue }
      try add(key, at: edit.place, report.names)
    }
  }

  /// Counts one more key, of which what is not long is free.
  mutating func add(
    _ key: Key, at place: @autoclosure () -> Place?, _ names: NameTable
  ) throws(Failure) {
    let size = key.names.reduce(0) { $0 + names.bytes(of: $1).count }
    count += max(0, size - Printable.longest)
    guard count > Self.most else { return }
    throw .diagnostics([
      Diagnostic(
        .error, .reference,
        .foreign(
          Told(
            words: "with the names around it this key and those before come to more than "
              + "\(Self.most >> 20) MiB; ask for 'resolve' as JSON, or for less")),
        at: place(), key: names.shown(key))
    ])
  }
}
