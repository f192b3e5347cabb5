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
      With --prefix, sets the variables that 'heir resolve --format shell' would, on top of the \
      environment; with --map and --optional those that are named there; and becomes the command: the \
      process is the same, so that signals reach it and its exit status is the one that the caller \
      sees. Nothing is started when KEY or one of --map has no value, when two keys make one name, or when a \
      variable cannot hold a value; with --strict also when a required value is missing or a type is \
      wrong. With KEY, --prefix names only what stands under it, and names begin below it: DB_HOST, not \
      DB_DB_HOST. A value null takes the variable away.

      --map adds a name: the one that --prefix makes of the key stays, unless it is refused or another \
      key's. An empty prefix lets whoever writes the tree choose the names, such as \
      NODE_OPTIONS, PYTHONPATH or GIT_SSH_COMMAND, and so what the command runs. Names by which shells, \
      the loader and common programs are told what to run or to load are refused (see VARIABLES), but no such list is complete: for a tree that others write, give a prefix that is the \
      command's own, or --map alone, where the names are the caller's, and those of programs are taken.

      The command is looked for in the caller's PATH, also with --clean, by its absolute entries \
      alone; one that holds a slash is the path that it is. The exit status is 125 when \
      heir itself fails, 126 when the command is found and cannot be run, and 127 when it is not \
      found, as env(1) has it.
      """,
    examples: [
      Example("heir exec /prod/eu/web --prefix APP_ -- ./server", "a server with its settings"),
      Example("heir exec /prod db --prefix DB_ -- psql", "one part, as DB_HOST and DB_PORT"),
      Example(
        "heir exec /prod --map DATABASE_URL=db.url --map PORT=http.port -- ./server",
        "the names that a program wants"),
      Example("heir exec . --prefix '' --clean -- env", "shows the variables alone"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    RemainingPositionals(.key, help: "the keys under which the wanted values stand"),
    Group(
      Option(
        "--prefix", type: .bytes("P"),
        help: "sets a variable for each value; how their names begin, and may be empty"),
      RepeatedOption(
        "--map", type: .bytes("NAME=KEY", .namedKey),
        help: "sets the variable NAME to the value of KEY"),
      RepeatedOption(
        "--optional", type: .bytes("NAME=KEY", .namedKey),
        help: "the same, and takes NAME away where KEY has no value"),
      Flag("--clean", help: "passes on nothing of the caller's environment"),
      make: Form.init(prefix:map:optional:isClean:)),
    CommonOptions.taking(.present),
    PassedOnArguments("COMMAND", help: "the command to run, and its arguments"),
    run: { (session, scope, keys, form, options, command) in
      CommandResult(session, options) { (show) throws(Failure) in
        let query = try Query(session, options, show)
        var variables = try Variables(query, scope, keys, form)
        let environment = try variables.all().laid(
          on: form.isClean ? [] : session.childEnvironment())
        return try run(command, environment, session)
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: false) { found in
      guard found.isAlone, let prefix = found.line.value(of: "--prefix"),
        var variables = try? VariableAssignments(prefix, found.names, besides: .programs)
      else { return false }
      variables.add(found.leaves, below: found.key)
      return variables.refused.isEmpty
    },
    harmless: "--virtual", "--set", "--values", "--prefix", "--clean")

  private static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], _ session: Session
  ) throws(Failure) -> ExitStatus {
    // What there was to say is said before another program speaks.
    _ = session.errors.flush()
    switch session.replaceProcess(command, environment) {
    case .ended(let status): return ExitStatus(rawValue: status)
    case .failed(let code): throw .program(command.first ?? [], errno: code)
    }
  }
}
