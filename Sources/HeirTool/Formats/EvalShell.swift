import Trees

/// The kind of shell that runs the output.
package enum EvalShell {
  case posix, fish

  package func failing(_ status: ExitStatus) -> String {
    switch self {
    case .posix: "(exit \(status.rawValue))"
    // Fish has no subshell in parentheses, and its `exit` would end the calling shell.
    case .fish: "sh -c 'exit \(status.rawValue)'"
    }
  }
}
