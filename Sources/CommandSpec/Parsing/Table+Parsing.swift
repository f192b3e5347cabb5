import SafeText

extension Table {
  /// The command, if it is known, and the options and arguments of a line, even if it has errors.
  package func read(_ arguments: [[UInt8]]) -> ArgumentReader {
    let index = commandIndex(in: arguments)
    let command = index.flatMap { self.command(named: arguments[$0]) }
    return ArgumentReader(arguments, command?.isBuiltIn == true ? nil : command, at: index, self)
  }

  package func invocation(of line: ArgumentReader) throws(UsageError) -> Invocation {
    guard let index = line.commandIndex else {
      if let request = try line.finish() { return request }
      throw .missingCommand
    }
    let name = line.arguments[index]
    guard let command = line.command else {
      if name.elementsEqual(CommandDescription.helpName.utf8) {
        return try parseHelp(line.arguments, .help, at: index)
      }
      // The value of an unknown option before the name is not a misspelt command.
      let before = ArgumentReader(Array(line.arguments[..<index]), nil, at: nil, self)
      if let request = try before.finish() { return request }
      throw unknown(name, isCommand: true)
    }
    if let request = try line.finish() { return request }
    line.parsed.shares = try command.shares(
      of: line.positionals, passedOn: line.passedOn, tool: tool)[...]
    return .run(command: command.name, line.parsed)
  }

  private func parseHelp(
    _ arguments: [[UInt8]], _ help: CommandDescription, at index: Int
  ) throws(UsageError) -> Invocation {
    // `help --name` asks about an option, unless `help` itself has it.
    if arguments.count == index + 2, let word = arguments.last, command(named: word) == nil,
      case .long = ArgumentShape(word), help.option(spelled: word) == nil,
      !OptionDescription.builtIn.contains(where: { $0.isSpelled(word) }),
      let found = HelpSearch(self, word).text
    {
      return .page(found)
    }
    let reader = ArgumentReader(arguments, help, at: index, self)
    if let request = try reader.finish() { return request }
    _ = try help.shares(of: reader.positionals, passedOn: [], tool: tool)
    guard let asked = reader.positionals.first else { return .page(helpText()) }
    for asked in [asked, asked.map(\.lowered)] {
      let name = String(decoding: asked, as: UTF8.self)
      if let page = helpText(topic: name) ?? helpText(command: name) { return .page(page) }
    }
    if let found = HelpSearch(self, asked).text { return .page(found) }
    throw unknown(asked, isCommand: false)
  }

  /// The index of the command's name.
  func commandIndex(in arguments: [[UInt8]]) -> Int? {
    var index = 0
    while index < arguments.count {
      let shape = ArgumentShape(arguments[index])
      switch shape {
      case .argument: return index
      case .end: return index + 1 < arguments.count ? index + 1 : nil
      case .long, .letters:
        index += shape.last.map(takesValue) == true ? 2 : 1
      }
    }
    return nil
  }

  /// Whether an option before the command takes a value. An option has the same form in all commands, so the first that
  /// has it decides.
  private func takesValue(_ name: ArraySlice<UInt8>) -> Bool {
    for command in names {
      if let option = self.command(named: Array(command.utf8))?.option(spelled: name) {
        return option.takesValue
      }
    }
    return false
  }

  private func unknown(_ word: [UInt8], isCommand: Bool) -> UsageError {
    let known =
      names + (isCommand ? [] : topics.map(\.name) + HelpSearch.directives(in: topics))
    let advice =
      answer(to: word)
      ?? NearMiss.nearest(to: word, among: known).map { name in
        let writes = isCommand && nameGroups.contains { $0.writes && $0.names.contains(name) }
        return "the nearest is '\(name)'\(writes ? ", which writes" : "")"
      }
    return .unknownWord(word, isCommand: isCommand, advice: advice)
  }

  /// What a command of other programs is here, or an option that the command does not have.
  package func answer(to name: [UInt8], in command: CommandDescription? = nil) -> String? {
    let fitting = others().filter { other in
      other.names.contains { $0.utf8.elementsEqual(name) }
        && (other.option.map { command?.hasOption($0) == true } ?? true)
    }
    return (fitting.first { $0.option != nil } ?? fitting.first)?.answer
  }
}
