/// What the manual page says beside what the table says.
package struct Manual: Sendable {
  /// What the page's foot names as its source, such as the tool and its version.
  package let source: String
  package let description: [PageEntry]
  package let exitStatus: [PageEntry]
  package let environment: [PageEntry]
  package let files: [PageEntry]
  /// Sections of the tool's own, before SEE ALSO.
  package let others: [PageSection]
  /// Names with their section, such as `git-config(1)`.
  package let seeAlso: [String]

  /// What it says under headings beside the commands.
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
