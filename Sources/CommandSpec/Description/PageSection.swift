/// A heading with its entries.
package struct PageSection: Sendable {
  package let heading: String
  package let entries: [PageEntry]

  package init(_ heading: String, _ entries: [PageEntry]) {
    self.heading = heading
    self.entries = entries
  }
}

/// Text of a page, or a term with its explanation.
package enum PageEntry: Sendable {
  /// Paragraphs separated by blank lines; a paragraph that begins with a space is verbatim.
  case text(String)
  case item(String, String)
}
