/// A heading and what stands under it.
package struct PageSection: Sendable {
  package let heading: String
  package let entries: [PageEntry]

  package init(_ heading: String, _ entries: [PageEntry]) {
    self.heading = heading
    self.entries = entries
  }
}

/// Running text of a page, or a term with its explanation.
package enum PageEntry: Sendable {
  /// Paragraphs with blank lines between; one that begins with a space is shown as it stands.
  case text(String)
  case item(String, String)
}
