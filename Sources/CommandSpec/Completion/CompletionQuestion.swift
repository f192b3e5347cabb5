/// The request of a completion script: its shell and the command line.
package struct CompletionQuestion {
  package let shell: CompletionShell
  private let words: [[UInt8]]
  private let bashLine: BashLine?

  /// `arguments` are the shell and, for bash, the line up to the cursor and COMP_WORDBREAKS, else unquoted words.
  /// Nil if they have another form.
  package init?(_ arguments: [[UInt8]]) {
    guard let name = arguments.first,
      let shell = CompletionShell(rawValue: String(decoding: name, as: UTF8.self))
    else { return nil }
    self.shell = shell
    let rest = Array(arguments.dropFirst())
    guard shell == .bash else {
      (words, bashLine) = (rest, nil)
      return
    }
    guard rest.count == 2 else { return nil }
    let line = BashLine(rest[0], breaks: rest[1])
    words = Array(line.words.dropFirst())
    bashLine = line
  }

  package func answer(
    _ catalogue: Catalogue, _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> [UInt8] {
    let answer = catalogue.completion(of: words, in: shell, ask)
    return switch shell {
    case .bash: bashLine.map(answer.bashText) ?? []
    case .zsh: answer.zshText
    case .fish: answer.fishText
    }
  }
}
