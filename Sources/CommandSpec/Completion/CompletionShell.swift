/// The shells for which there is a completion script.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Whether the shell itself leaves out what does not fit, by rules that its user chose.
  var matches: Bool { self != .bash }

  /// Whether the shell offers files by itself, better than this program could.
  package var listsFiles: Bool { self == .zsh }

  /// The script that makes a shell ask a tool what to offer.
  package func script(for tool: String) -> String {
    switch self {
    case .bash: bashScript(tool)
    case .zsh: zshScript(tool)
    case .fish: fishScript(tool)
    }
  }
}
