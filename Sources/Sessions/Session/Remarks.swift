import Snapshots

/// Functions that report notes and warnings of lower layers.
package struct Remarks {
  let note: (String) -> Void
  /// Prints a note immediately, because the command is waiting.
  let noteNow: (String) -> Void
  /// Prints a warning, or throws with `--strict`.
  let warn: (String) throws(Failure) -> Void

  package init(
    note: @escaping (String) -> Void, noteNow: @escaping (String) -> Void,
    warn: @escaping (String) throws(Failure) -> Void
  ) {
    (self.note, self.noteNow, self.warn) = (note, noteNow, warn)
  }

  package static var none: Remarks { Remarks(note: { _ in }, noteNow: { _ in }, warn: { _ in }) }
}
