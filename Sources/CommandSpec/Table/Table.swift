import SafeText

/// The commands of a tool, in the groups of its help.
///
/// A run needs a single command, so the table describes commands lazily. It excludes actions, so it is not generic.
package struct Table: Sendable {
  package let tool: String
  package let summary: String
  private let manuals: String
  private let list: @Sendable () -> [NameGroup]
  private let listTopics: @Sendable () -> [Topic]
  private let listSections: @Sendable () -> [PageSection]
  private let describe: @Sendable (String) -> CommandDescription?
  private let others: @Sendable () -> [ForeignCommands]

  /// `describe` knows every name in `groups`; `others` are names in other tools; help searches `sections`.
  package init(
    tool: String, summary: String, manuals: String = "",
    groups: @autoclosure @escaping @Sendable () -> [NameGroup],
    topics: @autoclosure @escaping @Sendable () -> [Topic] = [],
    sections: @autoclosure @escaping @Sendable () -> [PageSection] = [],
    others: @autoclosure @escaping @Sendable () -> [ForeignCommands] = [],
    describe: @escaping @Sendable (String) -> CommandDescription?
  ) {
    self.tool = tool
    self.summary = summary
    self.manuals = manuals
    list = groups
    listTopics = topics
    listSections = sections
    self.others = others
    self.describe = describe
  }

  /// The table as data; `help` is the last command of the last group.
  package var catalogue: Catalogue {
    var groups = list().map { (title: $0.title, commands: $0.names.map(description)) }
    groups[groups.count - 1].commands.append(.help)
    return Catalogue(
      tool: tool, summary: summary, manuals: manuals, groups: groups, topics: listTopics())
  }

  func helpText(about word: [UInt8]) -> String? {
    HelpSearch(catalogue, listSections(), word).text
  }

  /// A missing description has no summary, which `problems(in:)` reports.
  private func description(_ name: String) -> CommandDescription {
    describe(name) ?? CommandDescription(name: name, summary: "", syntax: Syntax())
  }

  func command(named bytes: [UInt8]) -> CommandDescription? {
    guard let command = describe(String(decoding: bytes, as: UTF8.self)),
      command.name.utf8.elementsEqual(bytes)
    else { return nil }
    return command
  }

  var names: [String] { list().flatMap(\.names) + [CommandDescription.helpName] }
  var topicNames: [String] { listTopics().map(\.name) }
}

extension Table {
  func unknownCommand(_ name: [UInt8]) -> UsageError {
    let other = answer(to: name)
    let nearest = other == nil ? NearMiss.nearest(to: name, among: names) : nil
    return .unknownCommand(
      name, instead: other, nearest: nearest,
      writes: list().contains { $0.writes && $0.names.contains { $0 == nearest } })
  }

  func unknownSubject(_ word: [UInt8]) -> UsageError {
    let other = answer(to: word)
    let known = names + topicNames + HelpSearch.directives(in: listTopics())
    return .unknownSubject(
      word, instead: other, nearest: other == nil ? NearMiss.nearest(to: word, among: known) : nil)
  }

  /// What a command of other programs is here, or an option that the command does not have.
  package func answer(to name: [UInt8], in command: CommandDescription? = nil) -> String? {
    others().first { other in
      other.names.contains { $0.utf8.elementsEqual(name) }
        && (other.option.map { command?.hasOption($0) == true } ?? true)
    }?.answer
  }
}

/// Names of commands in other tools, with the equivalent here.
package struct ForeignCommands: Sendable {
  package let names: [String]
  /// The option that a command must have for the answer.
  package let option: String?
  package let answer: String

  /// The names are separated by spaces; `answer` is a sentence: lower case, no full stop.
  package init(_ names: String, with option: String? = nil, answer: String) {
    self.names = names.unicodeScalars.split(separator: " ").map { String($0) }
    self.option = option
    self.answer = answer
  }
}

/// Names of commands under a title.
package struct NameGroup: Sendable {
  package let title: String
  package let names: [String]
  package let writes: Bool

  package init(_ title: String, _ names: [String], writes: Bool = false) {
    self.title = title
    self.names = names
    self.writes = writes
  }
}
