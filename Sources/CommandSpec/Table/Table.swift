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
  private let describe: @Sendable (String) -> CommandDescription?
  private let others: @Sendable () -> [OtherNames]

  /// `describe` knows every name in the groups; `others` are names that commands have elsewhere.
  package init(
    tool: String, summary: String, manuals: String = "",
    groups: @autoclosure @escaping @Sendable () -> [NameGroup],
    topics: @autoclosure @escaping @Sendable () -> [Topic] = [],
    others: @autoclosure @escaping @Sendable () -> [OtherNames] = [],
    describe: @escaping @Sendable (String) -> CommandDescription?
  ) {
    self.tool = tool
    self.summary = summary
    self.manuals = manuals
    list = groups
    listTopics = topics
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
  func unknownCommand(_ name: [UInt8], or topics: [String] = []) -> UsageError {
    let other = others().first { $0.names.contains { $0.utf8.elementsEqual(name) } }
    return .unknownCommand(
      name, instead: other?.answer,
      nearest: other == nil ? NearMiss.nearest(to: name, among: names + topics) : nil)
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

  package init(_ title: String, _ names: [String]) {
    self.title = title
    self.names = names
  }
}
