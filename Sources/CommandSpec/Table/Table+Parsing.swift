extension Table {
  /// The command, if it is known, and the options and arguments of a line, even if it has errors.
  package func read(_ arguments: [[UInt8]]) -> ArgumentReader {
    let index = try? CommandFinder(command: command) { catalogue }.find(in: arguments)
    return read(arguments, index.flatMap { command(named: arguments[$0]) }, at: index)
  }

  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    let finder = CommandFinder(command: command) { catalogue }
    guard let index = try finder.find(in: arguments) else {
      if let request = try read(arguments, nil, at: nil).finish() { return request }
      throw .missingCommand
    }
    let name = arguments[index]
    if CommandDescription.helpName.utf8.elementsEqual(name) {
      return try parseHelp(arguments, at: index)
    }
    guard let command = command(named: name) else {
      // The value of an unknown option before the name is not a misspelt command.
      try read(Array(arguments[..<index]), nil, at: nil).checkForProblems()
      throw unknownCommand(name)
    }
    let reader = read(arguments, command, at: index)
    if let request = try reader.finish() { return request }
    reader.parsed.shares = try command.shares(
      of: reader.positionals, passedOn: reader.passedOn, tool: tool)[...]
    return .run(command: command.name, reader.parsed)
  }

  private func read(
    _ arguments: [[UInt8]], _ command: CommandDescription?, at index: Int?
  ) -> ArgumentReader {
    var reader = ArgumentReader(command: command) { catalogue }
    reader.read(arguments, commandAt: index)
    return reader
  }

  private func parseHelp(
    _ arguments: [[UInt8]], at index: Int
  ) throws(UsageError) -> Invocation {
    let help = CommandDescription.help
    // `help --name` asks about an option, unless `help` itself has it.
    if arguments.count == index + 2, let word = arguments.last, command(named: word) == nil,
      case .long = ArgumentShape(word), help.option(spelled: word) == nil,
      !OptionDescription.builtIn.contains(where: { $0.isSpelled(word) }),
      let found = helpText(about: word)
    {
      return .found(found)
    }
    let reader = read(arguments, help, at: index)
    if let request = try reader.finish() { return request }
    _ = try help.shares(of: reader.positionals, passedOn: [], tool: tool)
    guard let asked = reader.positionals.first else { return .help(command: nil, isShort: false) }
    for asked in [asked, asked.map(\.lowered)] {
      if let topic = topicNames.first(where: { $0.utf8.elementsEqual(asked) }) {
        return .topic(topic)
      }
      if help.name.utf8.elementsEqual(asked) { return .help(command: help.name, isShort: false) }
      if let command = command(named: asked) { return .help(command: command.name, isShort: false) }
    }
    if let found = helpText(about: asked) { return .found(found) }
    throw unknownSubject(asked)
  }
}
