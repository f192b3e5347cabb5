/// The commands of a tool, in the groups of its help: the source of parsing, help, manuals and completion.
///
/// A run needs a single command, so the table describes commands lazily.
package struct Table: Sendable {
  package let tool: String
  package let summary: String
  let manuals: String
  private let listGroups: @Sendable () -> [NameGroup]
  package let topics: [Topic]
  let sections: @Sendable () -> [PageSection]
  let others: @Sendable () -> [ForeignCommands]
  private let describe: @Sendable (String) -> CommandDescription?

  /// `describe` knows every name in `groups`; `others` are names in other tools; help searches `sections`.
  package init(
    tool: String, summary: String, manuals: String,
    groups: @autoclosure @escaping @Sendable () -> [NameGroup], topics: [Topic],
    sections: @autoclosure @escaping @Sendable () -> [PageSection],
    others: @autoclosure @escaping @Sendable () -> [ForeignCommands],
    describe: @escaping @Sendable (String) -> CommandDescription?
  ) {
    (self.tool, self.summary, self.manuals) = (tool, summary, manuals)
    (listGroups, self.topics, self.sections) = (groups, topics, sections)
    (self.others, self.describe) = (others, describe)
  }

  var nameGroups: [NameGroup] { listGroups() }

  /// The commands with the titles of their groups; `help` is the last of the last group.
  var groups: [(title: String, commands: [CommandDescription])] {
    var groups = nameGroups.map { (title: $0.title, commands: $0.names.compactMap(describe)) }
    groups[groups.count - 1].commands.append(.help)
    return groups
  }

  package var commands: [CommandDescription] { groups.flatMap(\.commands) }

  package func command(named bytes: [UInt8]) -> CommandDescription? {
    let name = String(decoding: bytes, as: UTF8.self)
    let command = name == CommandDescription.helpName ? .help : describe(name)
    guard let command, command.name.utf8.elementsEqual(bytes) else { return nil }
    return command
  }

  var names: [String] { nameGroups.flatMap(\.names) + [CommandDescription.helpName] }

  /// The options that match, in order of first occurrence, with the names of the commands that take each.
  func options(
    where isMeant: (OptionDescription) -> Bool
  ) -> [(option: OptionDescription, owners: [String])] {
    var found: [(option: OptionDescription, owners: [String])] = []
    for command in commands {
      for option in command.options where isMeant(option) {
        if let place = found.firstIndex(where: {
          $0.option.label == option.label && $0.option.help == option.help
        }) {
          found[place].owners.append(command.name)
        } else {
          found.append((option, [command.name]))
        }
      }
    }
    return found
  }

  package static let commonOptionsHeading = "COMMON OPTIONS"
  package static let exitStatusHeading = "EXIT STATUS"

  /// Each common option, with the commands that take it unless all do.
  package var commonOptions: [PageEntry] {
    let known = names.dropLast()
    let declared = options(where: \.isCommon).map { option, owners -> PageEntry in
      let others = known.filter { !owners.contains($0) }
      if others.isEmpty { return .item(option.label, option.fullHelp) }
      let isFew = owners.count < others.count
      let list = (isFew ? owners : others).joined(separator: ", ")
      return .item(option.label, "\(option.fullHelp) (\(isFew ? "only" : "not") with \(list))")
    }
    return declared + OptionDescription.builtIn.map { .item($0.label, $0.fullHelp) }
  }

  /// The exit statuses of all commands; commands with the same share an entry.
  package var exitStatuses: [(names: String, text: String)] {
    var all: [(names: String, text: String)] = []
    for command in commands {
      if let place = all.firstIndex(where: { $0.text == command.exitStatus }) {
        all[place].names += ", \(command.name)"
      } else {
        all.append((command.name, command.exitStatus))
      }
    }
    return all
  }
}

/// Names of commands in other tools, with the equivalent here.
package struct ForeignCommands: Sendable {
  package let names: [String]
  /// The option that a command must have for the answer.
  package let option: String?
  package let answer: String

  /// `answer` is a sentence: lower case, no full stop.
  package init(names: [String], option: String? = nil, answer: String) {
    (self.names, self.option, self.answer) = (names, option, answer)
  }

  /// The items of a page: names, separated by spaces, and the answer. A heading is the option of its section.
  package static func all(in page: String) -> [ForeignCommands] {
    PageSection.all(in: page).flatMap { section in
      section.entries.compactMap { entry in
        guard case .item(let names, let answer) = entry else { return nil }
        return ForeignCommands(
          names: names.unicodeScalars.split(separator: " ").map { String($0) },
          option: section.heading.isEmpty ? nil : section.heading, answer: answer)
      }
    }
  }
}

/// Names of commands under a title.
package struct NameGroup: Sendable {
  package let title: String
  package let names: [String]
  package let writes: Bool

  package init(_ title: String, _ names: [String], writes: Bool = false) {
    (self.title, self.names, self.writes) = (title, names, writes)
  }
}
