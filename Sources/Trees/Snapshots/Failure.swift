import Cascade
import CommandSpec
import SystemCalls

/// The error of a command; the exit status is 2, except for `exec`.
package enum Failure: Error {
  case usage(UsageError)
  case diagnostics([Diagnostic])
  case file(FileError, SourceFile.TextOrigin)
  /// The bytes are the argument, or the path of the scope.
  case unknownScope([UInt8], String, notes: [String])
  case unreadableKey([UInt8], String)
  /// A setting that is not valid in the requested scope.
  case setting(String)
  case program([UInt8], errno: Errno)
  indirect case several([Failure])
  case message(String, notes: [String] = [])
}
