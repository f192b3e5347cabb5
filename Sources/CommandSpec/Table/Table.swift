/// The commands of a tool, in the groups in which help lists them.
package struct Table<Context, Failure: Error, Status>: Sendable {
  /// Commands under one title.
  package struct Group: Sendable {
    package let title: String
    package let commands: [Command<Context, Failure, Status>]

    package init(_ title: String, _ commands: [Command<Context, Failure, Status>]) {
      self.title = title
      self.commands = commands
    }
  }

  package let tool: String
  package let summary: String
  package let groups: [Group]

  package init(tool: String, summary: String, groups: [Group]) {
    self.tool = tool
    self.summary = summary
    self.groups = groups
  }

  /// The table as plain data; `help` is the last command of the last group.
  package var catalogue: Catalogue {
    var described = groups.map {
      Catalogue.Group(title: $0.title, commands: $0.commands.map(\.description))
    }
    let last = described.popLast() ?? Catalogue.Group(title: "Commands", commands: [])
    described.append(Catalogue.Group(title: last.title, commands: last.commands + [.help]))
    return Catalogue(tool: tool, summary: summary, groups: described)
  }

  func command(named bytes: [UInt8]) -> Command<Context, Failure, Status>? {
    for group in groups {
      for command in group.commands where command.name.utf8.elementsEqual(bytes) {
        return command
      }
    }
    return nil
  }
}
