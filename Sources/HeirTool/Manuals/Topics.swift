import CommandSpec
import Sessions

/// The pages of `heir help TOPIC`, which `man/heir.7` is made of.
enum Topics {
  static var all: [Topic] {
    [directives, keys, scopes, recipes, formats, scripts, comingFrom, exitStatus]
  }
}

extension TopicsPage {
  /// What `man/heir.7` says beside the topics.
  static var ofTopics: TopicsPage {
    TopicsPage(
      source: "heir \(Release.sources)", summary: "how do I: short pages and a cookbook",
      description: [
        .text(
          """
          What 'heir help TOPIC' shows, on one page. heir(1) has every command and option, heir(5) \
          every directive, heir-rules(7) every rule.

          The examples are trees of their own, an empty '.heir' in the root: first come the files \
          with what they hold, then commands with what they print.
          """)
      ],
      seeAlso: ["heir(1)", "heir(5)", "heir-rules(7)"])
  }
}
