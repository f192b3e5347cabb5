import CommandSpec

/// The program: its table of commands, and the one place where failures become words and a status.
package enum Tool {
  package static let version = Release.version

  /// What help, the manual and completion are made from, and command lines are read by.
  package static let table = Table(
    tool: "heir", summary: "answers what a configuration value is in a place, and why",
    groups: [
      NameGroup(
        "Read",
        ["get", "resolve", "explain", "diff", "scopes", "files", "where", "impact", "check"]),
      NameGroup("Write", ["set", "unset", "stop", "resume", "tidy"]),
      NameGroup("Run", ["watch", "exec"]),
      NameGroup("Set up", ["root", "completion"]),
    ],
    others: otherNames, describe: { command($0)?.describe() })

  private static func command(_ name: String) -> Command<Session, Outcome>? {
    switch name {
    case "get": Get.command
    case "resolve": Resolve.command
    case "explain": Explain.command
    case "diff": Diff.command
    case "scopes": Scopes.command
    case "files": Files.command
    case "check": Check.command
    case "where": Where.command
    case "impact": ImpactCommand.command
    case "set": SetCommand.command
    case "unset": UnsetCommand.command
    case "stop": StopCommand.command
    case "resume": ResumeCommand.command
    case "tidy": Tidy.command
    case "watch": Watch.command
    case Exec.name: Exec.command
    case "root": Command(unsupported: "root", summary: "prints the root")
    case "completion": Completion.command { table.catalogue }
    default: nil
    }
  }

  /// Runs one command line, without the program's name; returns the exit status.
  package static func run(_ arguments: [[UInt8]], _ session: Session) -> Int32 {
    let (status, show) = answer(arguments, session)
    if status != .answered, isForEval(arguments) {
      // So that `eval "$(heir …)"` fails with the status instead of going on.
      session.output.discard()
      session.output.append("(exit \(status.rawValue))\n")
    }
    defer { _ = session.errors.flush() }
    do throws(Failure) { try show.printout.handOn(after: status) } catch {
      show.report(error)
      return failed(arguments).rawValue
    }
    return status.rawValue
  }

  /// Whether standard output is meant for a shell to run; what is an option's value asks for nothing, and
  /// what goes into a file goes to no shell.
  private static func isForEval(_ arguments: [[UInt8]]) -> Bool {
    // Most failures are not for eval, and to know every command's options costs more than the answer.
    let words = ["--shell", "--args", "--format=shell", "shell"]
    guard arguments.contains(where: { word in words.contains { word.elementsEqual($0.utf8) } })
    else { return false }
    lazy var catalogue = table.catalogue
    var rest = arguments[...]
    var isForEval = false
    while let argument = rest.popFirst() {
      func has(_ option: String) -> Bool { argument.elementsEqual(option.utf8) }
      if has("--") { break }
      if has("-o") || has("--output") || argument.starts(with: "--output=".utf8) { return false }
      if has("--shell") || has("--args") || has("--format=shell") { isForEval = true }
      guard argument.first == UInt8(ascii: "-"), catalogue.takesValue(argument),
        let value = rest.popFirst()
      else { continue }
      if has("--format") && value.elementsEqual("shell".utf8) { isForEval = true }
    }
    return isForEval
  }

  private static func answer(
    _ arguments: [[UInt8]], _ session: Session
  ) -> (ExitStatus, Presentation) {
    let show = Presentation(session, nil)
    do throws(UsageError) {
      switch try table.parse(arguments) {
      case .run(let name, let parsed):
        guard let command = command(name) else { throw .unsupportedCommand(name) }
        let outcome = try command.prepare(parsed)(session)
        return (status(outcome, arguments, session), outcome.show)
      case .help(let command):
        let catalogue = table.catalogue
        session.output.append(
          command.flatMap { catalogue.helpText(command: $0) } ?? catalogue.helpText())
      case .version: session.output.append("heir \(version)\n")
      }
      return (.answered, show)
    } catch {
      let failure = Failure.usage(error)
      show.report(failure, hint(failure, arguments, session, show))
      return (failed(arguments), show)
    }
  }

  /// The line that was meant, for those who want to be told.
  private static func hint(
    _ failure: Failure, _ arguments: [[UInt8]], _ session: Session, _ show: Presentation
  ) -> String? {
    show.isQuiet ? nil : CorrectedLine(arguments, session)?.note(for: failure)
  }

  /// Whether a command line would be answered, by trying it.
  static func rehearse(_ arguments: [[UInt8]], _ session: Session) -> Bool {
    let (status, _) = answer(arguments, session)
    return status == .answered || status == .nothing
  }

  private static func status(
    _ outcome: Outcome, _ arguments: [[UInt8]], _ session: Session
  ) -> ExitStatus {
    switch outcome.result {
    case .success(let status):
      outcome.show.noteTopics()
      return status
    case .failure(let failure):
      outcome.show.output.discard()
      outcome.show.report(failure, hint(failure, arguments, session, outcome.show))
      outcome.show.noteTopics()
      if case .program(_, let code) = failure {
        return .notRun(isMissing: ChildProcess.SystemError(code: code).isNotFound)
      }
      return failed(arguments)
    }
  }

  /// The status of a failure, whatever it is: to `exec` that of the command is what matters.
  private static func failed(_ arguments: [[UInt8]]) -> ExitStatus {
    let isExec = table.commandName(in: arguments)?.elementsEqual(Exec.name.utf8) ?? false
    return isExec ? .notBegun : .failed
  }
}
