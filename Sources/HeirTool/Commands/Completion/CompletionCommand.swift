import CommandSpec
import Output
import Trees

enum CompletionCommand {
  private static let subjects = CompletionShell.allCases.map(\.rawValue) + ["keys"]

  /// Takes a closure, because the table contains this command.
  static func command(_ table: @escaping @Sendable () -> Table) -> Command {
    Command(
      "completion", summary: "Print a shell completion script",
      details: """
        The script offers commands, options, scopes and keys level by level, values and git revisions. \
        It uses --root and --overlay of the command line, HEIR_ROOT and HEIR_OVERLAYS. Text from the \
        tree is never evaluated.

        'heir completion keys SCOPE' is for other programs. It prints every key with a value in one of the \
        scopes, including objects, each followed by NUL. On an error it prints nothing and exits with 2.
        """,
      examples: [
        Example("eval \"$(heir completion bash)\"", "Add to ~/.bashrc"),
        Example("eval \"$(heir completion zsh)\"", "Add to ~/.zshrc, after compinit"),
        Example("heir completion fish | source", "Add to config.fish"),
      ],
      synopses: ["SHELL", "keys [OPTIONS] SCOPE..."]
    ) { (arguments) throws(UsageError) in
      let subject = try arguments.argument(subject, help: "Shell, or 'keys' to list keys")
      let words = try arguments.arguments(.bytes("SCOPE"), help: "Scopes to read")
      return Action(try CommonOptions(arguments, taking: .all)) { (console) throws(Failure) in
        console.options.isQuiet = true
        switch subject {
        // Completion prints no errors, because they would appear in the line that is being typed.
        case "keys": return (try? keys(words, console)) ?? .failed
        case "line": return answer(words, table(), console)
        default:
          guard let shell = CompletionShell(rawValue: subject) else { return .failed }
          if !words.isEmpty {
            throw .usage(.extraArguments(words, usage: "heir completion SHELL"))
          }
          try console.options.exclude(.all, with: shell.rawValue)
          console.output.append(shell.script(for: "heir"))
          return .answered
        }
      }
    }
  }

  /// A shell, `keys`, or `line` for the candidates at the cursor of a line, which the scripts use.
  private static let subject = ValueType("SHELL", .choice(subjects)) {
    (bytes) throws(ArgumentProblem) in
    let name = String(decoding: bytes, as: UTF8.self)
    if name != "line", !subjects.contains(name) { throw .notOneOf(subjects) }
    return name
  }

  private static func keys(_ scopes: [[UInt8]], _ console: Console) throws(Failure) -> ExitStatus {
    let context = try CommandContext(console)
    var offer = KeyCandidates(typed: [], context.names)
    for scope in scopes { try offer.add(context, scope) }
    console.output.append(offer.all.flatMap { $0 + [0] })
    return scopes.isEmpty ? .failed : .answered
  }

  private static func answer(
    _ words: [[UInt8]], _ table: Table, _ console: Console
  ) -> ExitStatus {
    let answer = table.completion(words) { shell, kind, line in
      (try? CompletionSource(console, shell, line).candidates(for: kind)) ?? []
    }
    guard let answer else { return .failed }
    console.output.append(answer)
    return .answered
  }
}
