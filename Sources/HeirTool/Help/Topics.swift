import CommandSpec
import Trees

/// The pages of `heir help TOPIC` and of `man/heir.7`.
enum Topics {
  static func all(commonOptions: @escaping @Sendable () -> [PageEntry]) -> [Topic] {
    [
      directives, keys, scopes, options(commonOptions), recipes, formats, scripts, comingFrom,
      exitStatus,
    ]
  }
}

extension Manual {
  static var ofTopics: Manual {
    Manual(
      source: "heir \(ProgramVersion.sources)", summary: "topics and recipes",
      description: [
        .text(
          """
          All topics of 'heir help TOPIC' on one page. heir(1) describes commands and options, heir(5) files \
          and directives, heir-rules(7) the exact rules.

          Each example is a tree with an empty '.heir' in its root: first the files with their content, then \
          commands with their output.
          """)
      ],
      seeAlso: ["heir(1)", "heir(5)", "heir-rules(7)"])
  }
}

extension Topics {
  static func options(_ common: @escaping @Sendable () -> [PageEntry]) -> Topic {
    Topic(
      Catalogue.commonOptionsName, summary: "Options of all or many commands",
      [
        .text(
          """
          'heir COMMAND -h' lists the options of one command. Options may be before or after the command.
          """)
      ] + common())
  }
}

extension Topics {
  static var exitStatus: Topic {
    Topic(
      "exit-status", summary: "Exit statuses of each command",
      [
        .text(
          """
          0 means success, 1 a negative answer, 2 an error: a wrong command line, a broken file, an \
          input or output error. With status 2, standard output is empty, with two exceptions: \
          'explain' without KEY, 'where' and 'impact' print the values without errors, and output for \
          eval is a line that fails.
          """)
      ] + CommandStatus.all.map { .item($0.commands, $0.words) } + [
        .text("If the reader of a pipe exits, heir ends by SIGPIPE without a message.")
      ])
  }
}
