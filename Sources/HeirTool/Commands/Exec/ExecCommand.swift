import Cascade
import CommandSpec
import Output
import SystemCalls
import Trees

enum ExecCommand {
  static let name = "exec"

  static let command = Command(
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

      The command is searched in the absolute entries of the caller's PATH, also with --clean.
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
    exitStatus: """
      that of the command; 125 error of heir; 126 the command cannot be run; 127 it is not found
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let keys = try arguments.arguments(.key, help: "Keys for --prefix (default: all)")
    let form = try Variables(arguments)
    let isClean = arguments.flag("--clean", help: "Start with an empty environment")
    let command = arguments.passedOn("COMMAND", help: "Command to run, with its arguments")
    return Action(try CommonOptions(arguments, taking: .present)) { (console) throws(Failure) in
      if form.prefix == nil && form.map.isEmpty && form.optional.isEmpty {
        throw .usage(.missingOption(oneOf: ["--prefix", "--map"], command: name))
      }
      let context = try CommandContext(console)
      let environment = try form.assignments(context, scope, keys)
        .applied(on: isClean ? [] : console.session.process.childEnvironment())
      // Messages are printed before another program takes over.
      _ = console.session.errors.flush()
      do throws(Errno) {
        return ExitStatus(rawValue: try console.session.replaceProcess(command, environment))
      } catch { throw .program(command.first ?? [], errno: error) }
    }
  }
}

/// The variables to set.
private struct Variables {
  let prefix: [UInt8]?
  let map: [[UInt8]]
  let optional: [[UInt8]]

  init(_ arguments: Arguments) throws(UsageError) {
    prefix = try arguments.option(
      "--prefix", type: .bytes("P"), help: "Set a variable for each value; names start with P")
    map = try arguments.options(
      "--map", type: .bytes("NAME=KEY", .namedKey), help: "Set variable NAME to the value of KEY")
    optional = try arguments.options(
      "--optional", type: .bytes("NAME=KEY", .namedKey),
      help: "Like --map, but remove NAME if KEY has no value")
  }

  func assignments(
    _ context: CommandContext, _ scope: ScopeArgument, _ texts: [[UInt8]]
  ) throws(Failure) -> VariableAssignments {
    if prefix == nil && !texts.isEmpty {
      throw .message("KEY needs '--prefix'; use '--map NAME=KEY' for one variable")
    }
    var keys = try texts.map { (text) throws(Failure) in try context.key(text) }
    if keys.isEmpty && prefix != nil { keys = [Key()] }
    let named = try (map.map { ($0, "--map") } + optional.map { ($0, "--optional") })
      .map { (text, option) throws(Failure) in
        (one: try context.namedKey(text, for: option), isOptional: option == "--optional")
      }
    let asked = try context.scope(scope)
    var variables = try VariableAssignments(
      prefix ?? [], context.names, besides: .programs)
    var drawn = ValueSize.nothing
    func value(of key: Key, isOptional: Bool = false) throws(Failure) -> ValueCursor? {
      switch try context.evaluating(try asked.answer(key)) {
      case .value(let value): return value
      case .absent where isOptional: return nil
      case .absent(let absence): throw .message(context.words(for: key, absence, in: asked))
      }
    }
    // The limit applies to all requested values in sum (V7).
    func count(_ value: ValueCursor) throws(Failure) {
      drawn = drawn + value.drawn
      if drawn.isTooMuch { throw .diagnostics(value.tooMuch.diagnostics) }
    }
    for (one, isOptional) in named {
      guard let value = try value(of: one.key, isOptional: isOptional) else {
        variables.add(one.name, for: one.key, nil, at: [])
        continue
      }
      let data = try context.evaluating(try value.data())
      try count(value)
      variables.add(one.name, for: one.key, data, at: value.places)
    }
    var parts: [(key: Key, leaves: [Leaf])] = []
    for key in keys {
      guard let value = try value(of: key) else { continue }
      parts.append((key, try context.leaves(of: value)))
      try count(value)
    }
    // A key with an explicit variable name yields to other keys if their names clash.
    for isNamed in [false, true] {
      for (key, leaves) in parts {
        variables.add(leaves.filter { variables.isNamed($0.key) == isNamed }, below: key)
      }
    }
    if !variables.refused.isEmpty {
      let others = prefix == nil ? "" : ", or all with '--prefix'"
      throw .refused(
        variables.refused, context.names, otherNames: "rename it with '--map NAME=KEY'" + others)
    }
    for key in named.map(\.one.key) where !keys.contains(where: key.isIn) { keys.append(key) }
    try context.validate(asked, keys)
    return variables
  }
}
