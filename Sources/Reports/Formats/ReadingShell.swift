import Sessions

/// A kind of shell that runs what is printed.
package enum ReadingShell {
  case posix, fish

  /// A line that fails with a status, and does nothing else.
  package func failing(_ status: ExitStatus) -> String {
    switch self {
    case .posix: "(exit \(status.rawValue))"
    // Fish has no such parentheses; its own `exit` would end the shell that evals it.
    case .fish: "sh -c 'exit \(status.rawValue)'"
    }
  }
}
