import Cascade
import CommandSpec
import FileTree

/// Why a command could not answer; the exit status is 2.
package enum Failure: Error {
  case usage(UsageError)
  case diagnostics([Diagnostic])
  case file(FileError)
  /// In words, with notes that say what to do.
  case message(String, notes: [String] = [])
}
