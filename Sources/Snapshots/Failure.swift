import Cascade
import CommandSpec
import FileTree
import SystemCalls

/// Why a command could not answer; the exit status is 2, but for `exec`.
package enum Failure: Error {
  case usage(UsageError)
  case diagnostics([Diagnostic])
  /// What kept a tree from being read.
  case file(FileError, SourceFile.Home)
  /// No such scope; the argument as it was typed, or the scope's path.
  case unknownScope([UInt8], String, notes: [String])
  /// No key can be written so; the argument as it was typed.
  case unreadableKey([UInt8], String)
  /// What the command line sets cannot be set in the asked scope.
  case setting(String)
  /// A program that could not be run.
  case program([UInt8], errno: Errno)
  indirect case several([Failure])
  /// In words, with notes that say what to do.
  case message(String, notes: [String] = [])
}
