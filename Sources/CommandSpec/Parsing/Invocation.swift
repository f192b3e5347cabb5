import Legible

/// What a command line asks for.
package enum Invocation<Context, Failure: Error, Status> {
  /// Everything is converted; the action waits for its context.
  case run(command: String, Command<Context, Failure, Status>.Action)
  /// Help for one command, or for the tool.
  case help(command: String?)
  case version
}

extension Table {
  /// Understands the arguments after the program's name.
  package func parse(
    _ arguments: [[UInt8]]
  ) throws(UsageError) -> Invocation<Context, Failure, Status> {
    let finder = CommandFinder { catalogue }
    guard let index = try finder.find(in: arguments) else {
      let reader = read(arguments, CommandDescription?.none, at: nil)
      if let request = reader.request { return answer(request, nil) }
      throw reader.problem ?? .missingCommand
    }
    let name = arguments[index]
    if CommandDescription.help.name.utf8.elementsEqual(name) {
      return try parseHelp(arguments, at: index)
    }
    if self.command(named: name) == nil,
      let problem = read(Array(arguments[..<index]), nil, at: nil).problem
    {
      // An option nobody knows may have had a value, which is then no command misspelt.
      throw problem
    }
    let command = try supportedCommand(named: name)
    let description = command.description
    let reader = read(arguments, description, at: index)
    if let request = reader.request { return answer(request, command.name) }
    if let problem = reader.problem { throw problem }
    var parsed = reader.parsed
    parsed.fill(
      try description.slots(for: reader.positionals, passedOn: reader.passedOn, tool: tool))
    return .run(command: command.name, try command.prepare(parsed))
  }

  private func read(
    _ arguments: [[UInt8]], _ command: CommandDescription?, at index: Int?
  ) -> ArgumentReader {
    var reader = ArgumentReader(tool: tool, command: command) { catalogue }
    reader.read(arguments, commandAt: index)
    return reader
  }

  private func answer(
    _ request: ArgumentReader.Request, _ command: String?
  ) -> Invocation<Context, Failure, Status> {
    switch request {
    case .help: .help(command: command)
    case .version: .version
    }
  }

  private func parseHelp(
    _ arguments: [[UInt8]], at index: Int
  ) throws(UsageError) -> Invocation<Context, Failure, Status> {
    let help = CommandDescription.help
    let reader = read(arguments, help, at: index)
    if let request = reader.request { return answer(request, help.name) }
    if let problem = reader.problem { throw problem }
    let slots = try help.slots(for: reader.positionals, passedOn: [], tool: tool)
    guard let asked = slots.first?.first else { return .help(command: nil) }
    if help.name.utf8.elementsEqual(asked) { return .help(command: help.name) }
    return .help(command: try supportedCommand(named: asked).name)
  }

  private func supportedCommand(
    named bytes: [UInt8]
  ) throws(UsageError) -> Command<Context, Failure, Status> {
    guard let command = command(named: bytes) else {
      let names = groups.flatMap(\.commands).filter(\.isSupported).map(\.name)
      let known = names + [CommandDescription.help.name]
      throw .unknownCommand(bytes, nearest: NearMiss.nearest(to: bytes, among: known))
    }
    guard command.isSupported else { throw .unsupportedCommand(command.name) }
    return command
  }
}
