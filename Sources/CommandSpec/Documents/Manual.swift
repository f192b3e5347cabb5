/// What the manual page says beside what the table says.
package struct Manual: Sendable {
  /// A heading and what stands under it.
  package struct Section: Sendable {
    package let heading: String
    package let entries: [Entry]

    package init(_ heading: String, _ entries: [Entry]) {
      self.heading = heading
      self.entries = entries
    }
  }

  /// Running text, or a term with its explanation.
  package enum Entry: Sendable {
    /// Paragraphs with blank lines between; one that begins with a space is shown as it stands.
    case text(String)
    case item(String, String)
  }

  /// What the page's foot names as its source, such as the tool and its version.
  package let source: String
  package let description: [Entry]
  package let exitStatus: [Entry]
  package let environment: [Entry]
  package let files: [Entry]
  /// Sections of the tool's own, before SEE ALSO.
  package let others: [Section]
  /// Names with their section, such as `git-config(1)`.
  package let seeAlso: [String]

  package init(
    source: String, description: [Entry], exitStatus: [Entry], environment: [Entry],
    files: [Entry], others: [Section] = [], seeAlso: [String]
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
