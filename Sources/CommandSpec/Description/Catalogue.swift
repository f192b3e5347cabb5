/// All commands of a tool as data for help, manual and completion.
package struct Catalogue: Sendable {
  package let tool: String
  package let summary: String
  package let manuals: String
  package let groups: [CommandGroup]
  package let topics: [Topic]

  package var commands: [CommandDescription] { groups.flatMap(\.commands) }

  package func command(named bytes: [UInt8]) -> CommandDescription? {
    for group in groups {
      for command in group.commands where command.name.utf8.elementsEqual(bytes) {
        return command
      }
    }
    return nil
  }

  func owners(ofOption bytes: some Collection<UInt8>) -> [(CommandDescription, OptionDescription)] {
    commands.compactMap { command in
      command.option(spelled: bytes).map { (command, $0) }
    }
  }
}

/// Commands that help lists under a title.
package struct CommandGroup: Sendable {
  package let title: String
  package let commands: [CommandDescription]
}

extension CommandDescription {
  static var help: CommandDescription {
    var syntax = Syntax()
    syntax.add(
      ArgumentDescription(
        name: "COMMAND|TOPIC|WORD", kind: .commandName, count: .optional,
        help: "Command, topic, directive, option or heading"))
    return CommandDescription(
      name: helpName, summary: "Show help for a command or topic",
      details: """
        Without an argument, lists all commands and topics. For any other word, prints the entries of \
        that name in topics, options and the manual.
        """, syntax: syntax)
  }

  static let helpName = "help"

  var isBuiltIn: Bool { name == Self.helpName }
}
