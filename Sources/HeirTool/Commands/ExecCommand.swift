import Answers
import Cascade
import Change
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir exec`: runs a command with the configuration in its environment.
enum ExecCommand {
  static let name = "exec"

  static let command = Command<Session, CommandResult>(
    name, summary: "runs a command with the configuration in its environment",
    details: """
      Sets the variables that 'heir resolve --format shell' would, on top of the environment, and \
      becomes the command: the process is the same, so that signals reach it and its exit status is \
      the one that the caller sees. Nothing is started when a key has no value, when two keys make \
      one name, or when a variable cannot hold a value. With KEY only what stands under it is set, \
      and names count from there. A value null takes the variable away.

      The command is looked for in the caller's PATH, also with --clean, by its absolute entries \
      alone; one that holds a slash is the path that it is. The exit status is 125 when \
      heir itself fails, 126 when the command is found and cannot be run, and 127 when it is not \
      found, as env(1) has it.
      """,
    examples: [
      Example("heir exec /prod/eu/web --prefix APP_ -- ./server", "a server with its settings"),
      Example("heir exec /prod db --prefix DB_ -- psql", "one part, as DB_HOST and DB_PORT"),
      Example("heir exec . --prefix '' --clean -- env", "shows the variables alone"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    RemainingPositionals(.key, help: "the keys under which the wanted values stand"),
    Group(
      Option(
        "--prefix", type: .bytes("P"),
        help: "how the names of variables begin; has to be given, and may be empty"),
      Flag("--clean", help: "passes on nothing of the caller's environment"),
      make: { (prefix, isClean) throws(UsageError) in
        guard let prefix else { throw .missingOption(oneOf: ["--prefix"], command: name) }
        return Form(prefix: prefix, isClean: isClean)
      }),
    CommonOptions.group,
    PassedOnArguments("COMMAND", help: "the command to run, and its arguments"),
    run: { (session, scope, keys, form, options, command) in
      CommandResult(session, options) { (show) throws(Failure) in
        let query = try Query(session, options, show)
        let variables = try variables(query, scope, keys, form)
        return try run(command, variables, query, form)
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: false) { found in
      let prefix = found.line.value(of: "--prefix") ?? []
      guard found.isAlone, var variables = try? VariableAssignments(prefix, found.names)
      else { return false }
      variables.add(found.leaves, below: found.key)
      return variables.refused.isEmpty
    },
    harmless: "--virtual", "--set", "--values", "--prefix", "--clean")

  struct Form {
    let prefix: [UInt8]
    let isClean: Bool
  }

  private static func variables(
    _ query: Query, _ scope: ScopeArgument, _ texts: [[UInt8]], _ form: Form
  ) throws(Failure) -> VariableAssignments {
    var keys: [Key] = []
    for text in texts { keys.append(try query.key(text)) }
    if keys.isEmpty { keys = [Key()] }
    let asked = try query.scope(scope)
    var variables = try VariableAssignments(form.prefix, query.names)
    var drawn = Amount.nothing
    for key in keys {
      switch try query.worked({ () throws(Unresolved) in try asked.answer(key) }) {
      case .value(let value):
        let leaves = try query.leaves(of: value)
        // All that is asked counts together (V7).
        drawn = drawn + value.drawn
        if drawn.isTooMuch { throw .diagnostics(value.tooMuch.diagnostics) }
        variables.add(leaves.map { Leaf($0.effective, $0.value) }, below: key)
      case .absent(let absence):
        throw .message(query.words(for: key, absence, in: asked))
      }
    }
    if !variables.refused.isEmpty { throw .refused(variables.refused, query.names) }
    try query.judge(asked, keys)
    return variables
  }

  private static func run(
    _ command: [[UInt8]], _ variables: VariableAssignments, _ query: Query, _ form: Form
  ) throws(Failure) -> ExitStatus {
    let session = query.session
    let environment = variables.laid(on: form.isClean ? [] : session.childEnvironment())
    // What there was to say is said before another program speaks.
    _ = session.errors.flush()
    switch session.replaceProcess(command, environment) {
    case .ended(let status): return ExitStatus(rawValue: status)
    case .failed(let code): throw .program(command.first ?? [], errno: code)
    }
  }
}
