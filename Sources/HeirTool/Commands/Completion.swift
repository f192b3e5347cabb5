import Cascade
import CommandSpec
import JSONSource
import Legible

/// `heir completion`: prints a completion script, or the keys that such a script offers.
enum Completion {
  enum Subject: String, CaseIterable { case bash, zsh, fish, keys }

  /// The command; the table that it stands in describes all commands.
  static func command(
    _ catalogue: @escaping @Sendable () -> Catalogue
  ) -> Command<Session, Outcome> {
    Command(
      "completion", summary: "prints a completion script that knows scopes and keys",
      details: """
        The script completes commands, options and their words by itself, and asks heir for scopes \
        and keys. Nothing that a tree names is ever evaluated.

        'heir completion keys SCOPE' is for the scripts: it prints every key that has a value in one \
        of the scopes, objects too, each with a NUL behind it. Where that fails it prints nothing, \
        not even why; the exit status is 2.
        """,
      examples: [
        Example("eval \"$(heir completion bash)\"", "in ~/.bashrc"),
        Example("eval \"$(heir completion zsh)\"", "in ~/.zshrc, after compinit"),
        Example("heir completion fish | source", "in config.fish"),
      ],
      synopses: ["bash|zsh|fish", "keys [OPTIONS] SCOPE..."],
      parameters: Positional(
        .choice("SUBJECT", of: Subject.self), help: "the shell, or keys"),
      RemainingPositionals(.scope, help: "the scopes whose keys are wanted"),
      CommonOptions.group,
      run: { (session, subject, scopes, options) in
        Outcome(session, options.quietened) { (show) throws(Failure) in
          guard let shell = CompletionShell(rawValue: subject.rawValue) else {
            return keys(session, scopes, options, show)
          }
          if let scope = scopes.first {
            throw .message("'\(Printable.string(scope.text))' means nothing to a script")
          }
          try options.refuse(
            "--root", "--overlay", "--virtual", "--set", "--allow-env", "--strict", "--reveal",
            by: "a script")
          session.output.append(script(for: shell, catalogue()))
          return .answered
        }
      })
  }

  private static func script(for shell: CompletionShell, _ catalogue: Catalogue) -> String {
    let source = CompletionSource(
      scopes: "scopes -0", keys: "completion keys --", root: "--root")
    return catalogue.completionScript(for: shell, source)
  }

  private static func keys(
    _ session: Session, _ scopes: [ScopeArgument], _ options: CommonOptions, _ show: Presentation
  ) -> ExitStatus {
    do throws(Failure) {
      let request = try Request(session, options, show)
      var seen: Set<[UInt8]> = []
      var output: [UInt8] = []
      for scope in scopes {
        let asked = try request.scope(scope)
        guard let top = try request.worked({ () throws(Unresolved) in try asked.value(Key()) })
        else { continue }
        top.node.forEachKey { key in
          let text = request.names.spelling(key)
          if seen.insert(text).inserted { output += text + [0] }
        }
      }
      session.output.append(output)
      return scopes.isEmpty ? .failed : .answered
    } catch {
      // Whoever presses a key while typing wants no messages in the line.
      return .failed
    }
  }
}

extension CommonOptions {
  fileprivate var quietened: CommonOptions {
    var options = self
    options.isQuiet = true
    return options
  }
}
