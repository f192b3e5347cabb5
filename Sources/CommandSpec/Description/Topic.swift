/// A help page that is not about a command.
package struct Topic: Sendable {
  package let name: String
  package let summary: String
  // Lazy, since most runs never print help.
  private let write: @Sendable () -> String

  package init(
    _ name: String, summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, self.summary, write) = (name, summary, text)
  }

  package var entries: [PageEntry] { PageEntry.all(in: write()) }
}

/// A heading with its entries.
package struct PageSection: Sendable {
  package let heading: String
  package let entries: [PageEntry]

  package init(_ heading: String, _ entries: [PageEntry]) {
    self.heading = heading
    self.entries = entries
  }

  /// The sections of a page; `# ` begins a heading, and the first section has none.
  package static func all(in page: String) -> [PageSection] {
    var sections: [PageSection] = []
    var (heading, text) = ("", "")
    for line in page.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.starts(with: "# ".unicodeScalars) {
        sections.append(PageSection(heading, PageEntry.all(in: text)))
        (heading, text) = (String(line.dropFirst(2)), "")
      } else {
        text += String(line) + "\n"
      }
    }
    return sections + [PageSection(heading, PageEntry.all(in: text))]
  }
}

/// Text of a page, or a term with its explanation.
package enum PageEntry: Sendable {
  case paragraph(String)
  case verbatim([String])
  case item(String, String)

  /// Blank lines separate entries. One that begins with a space is verbatim. `- TERM → TEXT` begins an item, whose
  /// further lines begin with two spaces.
  package static func all(in text: String) -> [PageEntry] {
    var entries: [PageEntry] = []
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for block in lines.split(whereSeparator: \.isEmpty) {
      switch block.first?.first {
      case " ":
        let indent = block[block.startIndex].prefix { $0 == " " }.count
        entries.append(
          .verbatim(
            block.map { line in
              String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
            }))
      case "-" where block.first?.starts(with: "- ".unicodeScalars) == true:
        for line in block {
          let rest = line.dropFirst(2)
          if line.first == "-" {
            let parts = rest.split(separator: "→", maxSplits: 1)
            entries.append(.item(String(parts[0].dropLast()), String(parts[1].dropFirst())))
          } else if case .item(let term, let text) = entries.last {
            entries[entries.count - 1] = .item(term, "\(text) \(String(rest))")
          }
        }
      default: entries.append(.paragraph(block.map { String($0) }.joined(separator: " ")))
      }
    }
    return entries
  }
}
