import CommandSpec

extension Tool {
  package static func manualPage() -> [UInt8] { table.catalogue.manualPage(.ofCommands) }

  package static func topicsPage() -> [UInt8] { table.catalogue.topicsPage(.ofTopics) }
}
