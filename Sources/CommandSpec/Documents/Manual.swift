/// The parts of the manual page that are not in the table.
package struct Manual: Sendable {
  package let source: String
  package let description: [PageEntry]
  package let exitStatus: [PageEntry]
  package let environment: [PageEntry]
  package let files: [PageEntry]
  package let others: [PageSection]
  package let seeAlso: [String]

  package var sections: [PageSection] {
    [
      PageSection("EXIT STATUS", exitStatus), PageSection("ENVIRONMENT", environment),
      PageSection("FILES", files),
    ] + others
  }

  package init(
    source: String, description: [PageEntry], exitStatus: [PageEntry], environment: [PageEntry],
    files: [PageEntry], others: [PageSection] = [], seeAlso: [String]
  ) {
    self.source = source
    self.description = description
    self.exitStatus = exitStatus
    self.environment = environment
    self.files = files
    self.others = others
    self.seeAlso = seeAlso
  }
}
