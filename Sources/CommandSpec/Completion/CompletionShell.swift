/// The shells with a completion script.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Whether the shell filters candidates itself, by the user's rules.
  var matches: Bool { self != .bash }

  /// Whether the shell completes file names better than this program.
  package var listsFiles: Bool { self == .zsh }

  package func script(for tool: String) -> String {
    switch self {
    case .bash: bashScript(tool)
    case .zsh: zshScript(tool)
    case .fish: fishScript(tool)
    }
  }
}
