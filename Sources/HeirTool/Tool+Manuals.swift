import CommandSpec

extension Tool {
  /// The bytes of `man/heir.1`, made from the command table.
  package static func manualPage() -> [UInt8] { table.catalogue.manualPage(.ofCommands) }

  /// The bytes of `man/heir.7`, made from the topics.
  package static func topicsPage() -> [UInt8] { table.catalogue.topicsPage(.ofTopics) }
}
