/// All commands of a tool as plain data, which help, manual and completion scripts are made from.
package struct Catalogue: Sendable {
  package let tool: String
  package let summary: String
  package let manuals: String
  package let groups: [CommandGroup]
  package let topics: [Topic]

  /// Every command, in the groups' order.
  package var commands: [CommandDescription] { groups.flatMap(\.commands) }

  package func command(named bytes: [UInt8]) -> CommandDescription? {
    for group in groups {
      for command in group.commands where command.name.utf8.elementsEqual(bytes) {
        return command
      }
    }
    return nil
  }

  /// The commands that have an option of this spelling, in the table's order.
  func owners(ofOption bytes: some Collection<UInt8>) -> [(CommandDescription, OptionDescription)] {
    commands.compactMap { command in
      command.option(spelled: bytes).map { (command, $0) }
    }
  }
}

/// Commands that help lists under one title.
package struct CommandGroup: Sendable {
  package let title: String
  package let commands: [CommandDescription]
}

extension CommandDescription {
  /// The command that every table has without declaring it.
  static var help: CommandDescription {
    var syntax = Syntax()
    syntax.add(
      ArgumentDescription(
        name: "COMMAND|TOPIC|WORD", kind: .commandName, count: .optional,
        help: "a command, a topic, or a word such as a directive or an option"))
    return CommandDescription(
      name: helpName, summary: "tells what a command does, or about a topic",
      details: """
        Without an argument it lists the commands and the topics. For a word it prints the entries of \
        topics, options and sections of the manual that are named after it.
        """, syntax: syntax)
  }

  static let helpName = "help"

  /// Whether every table has the command without declaring it.
  var isBuiltIn: Bool { name == Self.helpName }
}
