import Legible

/// The commands of a tool, in the groups in which help lists them.
///
/// A run looks at one command, so that a table knows names, and asks for what a command looks like
/// when that is needed. What commands do is no part of it, so that it need not be generic.
package struct Table: Sendable {
  package let tool: String
  package let summary: String
  /// Where else to read, which help ends with.
  private let manuals: String
  private let list: @Sendable () -> [NameGroup]
  private let listTopics: @Sendable () -> [Topic]
  private let listSections: @Sendable () -> [PageSection]
  private let describe: @Sendable (String) -> CommandDescription?
  private let others: @Sendable () -> [OtherNames]

  /// `describe` knows every name in the groups; `others` are names that commands have elsewhere, and
  /// `sections` those of the manual, in which help finds words.
  package init(
    tool: String, summary: String, manuals: String = "",
    groups: @autoclosure @escaping @Sendable () -> [NameGroup],
    topics: @autoclosure @escaping @Sendable () -> [Topic] = [],
    sections: @autoclosure @escaping @Sendable () -> [PageSection] = [],
    others: @autoclosure @escaping @Sendable () -> [OtherNames] = [],
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

  /// The table as plain data; `help` is the last command of the last group.
  package var catalogue: Catalogue {
    var described = list().map {
      CommandGroup(title: $0.title, commands: $0.names.map(description))
    }
    let last = described.popLast() ?? CommandGroup(title: "Commands", commands: [])
    described.append(CommandGroup(title: last.title, commands: last.commands + [.help]))
    return Catalogue(
      tool: tool, summary: summary, manuals: manuals, groups: described,
      topics: listTopics())
  }

  /// What help has about a word that names neither a command nor a topic; nil if it has nothing.
  func helpText(about word: [UInt8]) -> String? {
    HelpSearch(catalogue, listSections(), word).text
  }

  /// What the command of a name looks like; one that nobody knows has no summary, which is one of the
  /// table's problems.
  private func description(_ name: String) -> CommandDescription {
    describe(name) ?? CommandDescription(name: name, summary: "", syntax: Syntax())
  }

  func command(named bytes: [UInt8]) -> CommandDescription? {
    guard let command = describe(String(decoding: bytes, as: UTF8.self)),
      command.name.utf8.elementsEqual(bytes)
    else { return nil }
    return command
  }

  /// The names of all commands.
  var names: [String] { list().flatMap(\.names) + [CommandDescription.helpName] }

  /// The names of the topics that help has pages about.
  var topicNames: [String] { listTopics().map(\.name) }
}

extension Table {
  /// What to say of a command that nobody has here.
  func unknownCommand(_ name: [UInt8]) -> UsageError {
    let other = answer(to: name)
    let nearest = other == nil ? NearMiss.nearest(to: name, among: names) : nil
    return .unknownCommand(
      name, instead: other, nearest: nearest,
      writes: list().contains { $0.writes && $0.names.contains { $0 == nearest } })
  }

  /// What to say of a word about which there is no help.
  func unknownSubject(_ word: [UInt8]) -> UsageError {
    let other = answer(to: word)
    let known = names + topicNames + HelpSearch.directives(in: listTopics())
    return .unknownSubject(
      word, instead: other, nearest: other == nil ? NearMiss.nearest(to: word, among: known) : nil)
  }

  private func answer(to name: [UInt8]) -> String? {
    others().first { $0.names.contains { $0.utf8.elementsEqual(name) } }?.answer
  }
}

/// What other tools call a command, and what does it here.
package struct OtherNames: Sendable {
  /// The other tools' names.
  package let names: [String]
  /// What to say of them.
  package let answer: String

  /// `answer` is a sentence: lower case, no full stop.
  package init(_ names: String..., answer: String) {
    self.names = names
    self.answer = answer
  }
}

/// Names of commands under one title.
package struct NameGroup: Sendable {
  package let title: String
  package let names: [String]
  /// Whether they change the files that other commands read.
  package let writes: Bool

  package init(_ title: String, _ names: [String], writes: Bool = false) {
    self.title = title
    self.names = names
    self.writes = writes
  }
}
