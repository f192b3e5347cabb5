/// Functions that report notes and warnings of lower layers.
package struct MessageHandlers {
  package let note: (String) -> Void
  /// Prints a note immediately, because the command is waiting.
  package let noteImmediately: (String) -> Void
  /// Prints a warning, or throws with `--strict`.
  package let warn: (String) throws(Failure) -> Void

  package init(
    note: @escaping (String) -> Void, noteImmediately: @escaping (String) -> Void,
    warn: @escaping (String) throws(Failure) -> Void
  ) {
    (self.note, self.noteImmediately, self.warn) = (note, noteImmediately, warn)
  }

  package static var none: MessageHandlers {
    MessageHandlers(note: { _ in }, noteImmediately: { _ in }, warn: { _ in })
  }
}
