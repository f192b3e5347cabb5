/// A page of help about something that is no command; the manual of section 7 is made of all of them.
package struct Topic: Sendable {
  package let name: String
  package let summary: String
  // Written when somebody looks.
  private let write: @Sendable () -> (entries: [PageEntry], sections: [PageSection])

  /// Takes what is said first, and then what stands under headings of its own.
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
