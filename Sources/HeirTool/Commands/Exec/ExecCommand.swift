import Answers
import Cascade
import CommandSpec
import JSONSource
import SafeText
import Trees

enum ExecCommand {
  static let name = "exec"

  static let command = Command<Session, CommandResult>(
    name, summary: "Run a command with the configuration in its environment",
    details: """
      --prefix sets the variables that 'heir resolve --format shell' prints. With KEY, it sets \
      only the variables of values at and below the key, and their names do not contain the key: \
      DB_HOST, not DB_DB_HOST. --map and --optional set single variables, in addition. A null \
      value removes the variable.

      heir then becomes the command, in the same process. The command gets the signals and sets \
      the exit status. Nothing is started if KEY or a key of --map has no value, if two keys \
      have the same variable name, or if a value cannot be in a variable; with --strict, also if \
      a required value is missing or a type is wrong.

      With an empty prefix, the author of the tree chooses the names, such as NODE_OPTIONS or \
      GIT_SSH_COMMAND, and so what the command runs. Known names of this kind are refused (see \
      VARIABLES in heir(1)), but no list is complete. For a tree by other authors, use a prefix, \
      or only --map, which accepts these names.

      The command is searched in the absolute entries of the caller's PATH, also with --clean. The \
      exit status is 125 if heir itself fails, 126 if the command cannot be run, and 127 if it is \
      not found.
      """,
    examples: [
      Example(
        "heir exec /prod/eu/web --prefix APP_ -- ./server", "Run a server with its configuration"),
      Example("heir exec /prod db --prefix DB_ -- psql", "Set DB_HOST, DB_PORT and so on"),
      Example(
        "heir exec /prod --map DATABASE_URL=db.url --map PORT=http.port -- ./server",
        "Set the variables of a program"),
      Example("heir exec . --prefix '' --clean -- env", "Show the variables"),
    ],
    parameters: Positional(.scope, help: "Scope to read"),
    RemainingPositionals(.key, help: "Keys for --prefix (default: all)"),
    Group(
      Option(
        "--prefix", type: .bytes("P"),
        help: "Set a variable for each value; names start with P"),
      RepeatedOption(
        "--map", type: .bytes("NAME=KEY", .namedKey),
        help: "Set variable NAME to the value of KEY"),
      RepeatedOption(
        "--optional", type: .bytes("NAME=KEY", .namedKey),
        help: "Like --map, but remove NAME if KEY has no value"),
      Flag("--clean", help: "Start with an empty environment"),
      make: Options.init(prefix:map:optional:isClean:)),
    CommonOptions.taking(.present),
    TrailingArguments("COMMAND", help: "Command to run, with its arguments"),
    run: { (session, scope, keys, form, options, command) in
      CommandResult(session, options) { (console) throws(Failure) in
        let context = try CommandContext(session, options, console)
        var variables = try Variables(context, scope, keys, form)
        let environment = try variables.all().applied(
          on: form.isClean ? [] : session.childEnvironment())
        return try run(command, environment, session)
      }
    })

  private static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], _ session: Session
  ) throws(Failure) -> ExitStatus {
    // Messages are printed before another program takes over.
    _ = session.errors.flush()
    switch session.replaceProcess(command, environment) {
    case .ended(let status): return ExitStatus(rawValue: status)
    case .failed(let code): throw .program(command.first ?? [], errno: code)
    }
  }
}
