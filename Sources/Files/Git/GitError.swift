/// An error of git, or in reading a repository.
package enum GitError: Error {
  case file(FileError)
  /// In the tree on disk, not in a revision.
  case workTree(FileError)
  case message(String, notes: [String] = [])
}

/// The result of a call that reads files of a repository.
package func inRepository<Result>(
  _ call: @autoclosure () throws(FileError) -> Result
) throws(GitError) -> Result {
  do throws(FileError) { return try call() } catch { throw .file(error) }
}

/// Reports the messages of lower layers.
package struct MessageHandlers {
  package let note: (String) -> Void
  /// Prints a note immediately, because the command is waiting.
  package let noteImmediately: (String) -> Void
  /// Prints a warning, or throws with `--strict`.
  package let warn: (String) throws(GitError) -> Void

  package init(
    note: @escaping (String) -> Void, noteImmediately: @escaping (String) -> Void,
    warn: @escaping (String) throws(GitError) -> Void
  ) {
    (self.note, self.noteImmediately, self.warn) = (note, noteImmediately, warn)
  }

  package static var none: MessageHandlers {
    MessageHandlers(note: { _ in }, noteImmediately: { _ in }, warn: { _ in })
  }
}
