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

extension TopicsPage {
  static var ofTopics: TopicsPage {
    TopicsPage(
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
