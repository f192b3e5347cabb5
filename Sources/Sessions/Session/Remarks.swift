import Snapshots

/// What is said beside an answer by whoever does not know how that is shown.
package struct Remarks {
  /// Says it with whatever else a command has to say.
  let note: (String) -> Void
  /// Says it at once, since somebody waits.
  let noteNow: (String) -> Void
  /// Prints a warning, which is an error under `--strict`.
  let warn: (String) throws(Failure) -> Void

  package init(
    note: @escaping (String) -> Void, noteNow: @escaping (String) -> Void,
    warn: @escaping (String) throws(Failure) -> Void
  ) {
    (self.note, self.noteNow, self.warn) = (note, noteNow, warn)
  }

  /// For who wants to hear nothing.
  package static var none: Remarks { Remarks(note: { _ in }, noteNow: { _ in }, warn: { _ in }) }
}
