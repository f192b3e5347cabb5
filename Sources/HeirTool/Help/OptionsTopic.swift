import CommandSpec

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
