/// The parts of the topics' manual page that are not in the topics.
package struct TopicsPage: Sendable {
  package let source: String
  package let summary: String
  package let description: [PageEntry]
  package let seeAlso: [String]

  package init(
    source: String, summary: String, description: [PageEntry], seeAlso: [String]
  ) {
    self.source = source
    self.summary = summary
    self.description = description
    self.seeAlso = seeAlso
  }
}

extension Catalogue {
  package func topicsPage(_ page: TopicsPage) -> [UInt8] {
    var roff = Roff()
    roff.macro("TH", uppercased(tool), "7", "", page.source, "Miscellaneous Information")
    roff.macro("SH", "NAME")
    roff.text("\(tool) - \(page.summary)")
    roff.section("DESCRIPTION", page.description)
    for topic in topics {
      roff.macro("SH", uppercased(topic.name))
      roff.text(topic.summary + ".")
      roff.entries(topic.entries)
      for section in topic.sections {
        roff.macro("SS", section.heading)
        roff.entries(section.entries)
      }
    }
    roff.macro("SH", "SEE ALSO")
    roff.text(page.seeAlso.joined(separator: ", "))
    return roff.bytes
  }
}
