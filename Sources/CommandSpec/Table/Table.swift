/// The commands of a tool, in the groups in which help lists them.
package struct Table<Context, Failure: Error, Status>: Sendable {
  /// A command's name with the command, which is made only when somebody asks for it.
  package struct Slot: Sendable {
    package let name: String
    let command: @Sendable () -> Command<Context, Failure, Status>

    /// `name` must be the command's own.
    package init(
      _ name: String,
      _ command: @autoclosure @escaping @Sendable () -> Command<Context, Failure, Status>
    ) {
      self.name = name
      self.command = command
    }

    /// A command that is known, but that this version does not support.
    package init(unsupported name: String, _ summary: String) {
      self.init(name, Command(unsupported: name, summary: summary))
    }
  }

  /// Commands under one title.
  package struct Group: Sendable {
    package let title: String
    let slots: [Slot]

    package init(_ title: String, _ slots: [Slot]) {
      self.title = title
      self.slots = slots
    }

    var commands: [Command<Context, Failure, Status>] { slots.map { $0.command() } }
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
      for slot in group.slots where slot.name.utf8.elementsEqual(bytes) { return slot.command() }
    }
    return nil
  }
}
