/// The parts of a manual page that are not in the table.
package struct Manual: Sendable {
  package let source: String
  package let summary: String
  package let description: [PageEntry]
  package let sections: [PageSection]
  package let seeAlso: [String]

  package init(
    source: String, summary: String = "", description: [PageEntry], sections: [PageSection] = [],
    seeAlso: [String]
  ) {
    self.source = source
    self.summary = summary
    self.description = description
    self.sections = sections
    self.seeAlso = seeAlso
  }
}
