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

/// A help page that is not about a command; the manual of section 7 contains all topics.
package struct Topic: Sendable {
  package let name: String
  package let summary: String
  // Lazy, since most runs never print help.
  private let write: @Sendable () -> (entries: [PageEntry], sections: [PageSection])

  package init(
    _ name: String, summary: String,
    _ entries: @autoclosure @escaping @Sendable () -> [PageEntry],
    sections: @autoclosure @escaping @Sendable () -> [PageSection] = []
  ) {
    self.name = name
    self.summary = summary
    write = { (entries(), sections()) }
  }

  package var entries: [PageEntry] { write().entries }
  package var sections: [PageSection] { write().sections }
}

/// A heading with its entries.
package struct PageSection: Sendable {
  package let heading: String
  package let entries: [PageEntry]

  package init(_ heading: String, _ entries: [PageEntry]) {
    self.heading = heading
    self.entries = entries
  }
}

/// Text of a page, or a term with its explanation.
package enum PageEntry: Sendable {
  /// Paragraphs separated by blank lines; a paragraph that begins with a space is verbatim.
  case text(String)
  case item(String, String)
}

/// The syntax and help of an option.
package struct OptionDescription: Sendable, Equatable {
  package enum Form: Sendable, Equatable {
    case flag
    case value(name: String, kind: ValueKind, isRepeatable: Bool)
    /// Short for another option with a fixed value.
    case abbreviation(of: String, word: String)
  }

  package let spellings: [String]
  package let form: Form
  package let help: String
  package var isCommon = false

  /// The first long spelling, which messages and the parser use.
  package var name: String {
    spellings.first { $0.utf8.starts(with: "--".utf8) } ?? spellings.first ?? ""
  }

  package var takesValue: Bool {
    if case .value = form { true } else { false }
  }

  func isSpelled(_ bytes: some Sequence<UInt8>) -> Bool {
    spellings.contains { $0.utf8.elementsEqual(bytes) }
  }
}

extension OptionDescription {
  static let help = OptionDescription(
    spellings: ["-h", "--help"], form: .flag, help: "Print short help (-h) or full help (--help)",
    isCommon: true)
  static let version = OptionDescription(
    spellings: ["--version"], form: .flag, help: "Print the version", isCommon: true)

  package static let builtIn = [help, version]
}
