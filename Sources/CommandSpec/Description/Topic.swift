/// A help page that is not about a command; the manual of section 7 contains all topics.
package struct Topic: Sendable {
  package let name: String
  package let summary: String
  // Lazy, since most runs never print help.
  private let write: @Sendable () -> (entries: [PageEntry], sections: [PageSection])

  package init(
    _ name: String, summary: String,
    _ entries: @autoclosure @escaping @Sendable () -> [PageEntry],
    sections: @autoclosure @escaping @Sendable () -> [PageSection] = []
  ) {
    self.name = name
    self.summary = summary
    write = { (entries(), sections()) }
  }

  package var entries: [PageEntry] { write().entries }
  package var sections: [PageSection] { write().sections }
}
