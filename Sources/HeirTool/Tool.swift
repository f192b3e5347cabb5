import CommandSpec

/// The program: its table of commands, and the one place where failures become words and a status.
package enum Tool {
  package static let version = "0.1.0"

  static let table = Table<Session, Failure, ExitStatus>(
    tool: "heir", summary: "answers what a configuration value is in a place, and why",
    groups: [
      .init(
        "Read",
        [
          .init("get", Get.command), .init("resolve", Resolve.command),
          .init("explain", Explain.command), .init("diff", Diff.command),
          .init("scopes", Scopes.command), .init("files", Files.command),
          .init("check", Check.command),
        ]),
      .init(
        "Other",
        [
          .init(unsupported: "where", "shows a key in all scopes"),
          .init(unsupported: "impact", "tells whom a change of the tree hits"),
          .init(unsupported: "set", "writes a value into a scope's file"),
          .init(unsupported: "unset", "takes a value out of a scope's file"),
          .init(unsupported: "stop", "writes a stop marker"),
          .init(unsupported: "resume", "takes a stop marker out"),
          .init(unsupported: "tidy", "removes what changes nothing"),
          .init(unsupported: "watch", "reports changes of effective values"),
          .init(unsupported: "exec", "runs a command with the configuration"),
        ]),
      .init("Set up", [.init("completion", Completion.command)]),
    ])

  /// Runs one command line, without the program's name; returns the exit status.
  package static func run(_ arguments: [[UInt8]], _ session: Session) -> Int32 {
    let status = answer(arguments, session)
    if status != .answered, isForEval(arguments) {
      // So that `eval "$(heir …)"` fails with the status instead of going on.
      session.output.discard()
      session.output.append("(exit \(status.rawValue))\n")
    }
    let outputError = session.output.flush()
    guard outputError == 0 else {
      let reason = systemMessage(outputError)
      session.report(.message("cannot write the output: \(reason)"), style(session))
      _ = session.errors.flush()
      return ExitStatus.failed.rawValue
    }
    _ = session.errors.flush()
    return status.rawValue
  }

  /// Whether the output is meant for a shell to run; what is an option's value asks for nothing.
  private static func isForEval(_ arguments: [[UInt8]]) -> Bool {
    let catalogue = table.catalogue
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func has(_ option: String) -> Bool { argument.elementsEqual(option.utf8) }
      if has("--") { return false }
      if has("--shell") || has("--args") || has("--format=shell") { return true }
      guard catalogue.takesValue(argument), let value = rest.popFirst() else { continue }
      if has("--format") && value.elementsEqual("shell".utf8) { return true }
    }
    return false
  }

  private static func answer(_ arguments: [[UInt8]], _ session: Session) -> ExitStatus {
    do throws(UsageError) {
      switch try table.parse(arguments) {
      case .run(_, let action): return run(action, arguments, session)
      case .help(let command):
        let catalogue = table.catalogue
        session.output.append(
          command.flatMap { catalogue.helpText(command: $0) } ?? catalogue.helpText())
      case .version: session.output.append("heir \(version)\n")
      }
      return .answered
    } catch {
      session.report(.usage(error), style(session))
      return .failed
    }
  }

  private static func run(
    _ action: Command<Session, Failure, ExitStatus>.Action, _ arguments: [[UInt8]],
    _ session: Session
  ) -> ExitStatus {
    do throws(Failure) {
      return try action(session)
    } catch {
      session.output.discard()
      session.report(error, style(session))
      if let note = SwappedArguments.note(arguments, error) { session.note(note, style(session)) }
      return .failed
    }
  }

  private static func style(_ session: Session) -> Style {
    Style(session.errors, session)
  }
}
