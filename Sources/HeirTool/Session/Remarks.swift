/// What is said beside an answer by whoever does not know how that is shown.
struct Remarks {
  /// Says it with whatever else a command has to say.
  let note: (String) -> Void
  /// Says it at once, since somebody waits.
  let noteNow: (String) -> Void

  /// For who wants to hear nothing.
  static var none: Remarks { Remarks(note: { _ in }, noteNow: { _ in }) }
}
