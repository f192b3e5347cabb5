/// A block of help text: blank lines separate blocks, and a block that begins with a space is verbatim.
enum TextBlock: Equatable {
  case paragraph(String)
  case verbatim([String])

  static func blocks(of text: String) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var lines: [String] = []
    func flush() {
      guard let first = lines.first else { return }
      if first.utf8.first == UInt8(ascii: " ") {
        blocks.append(.verbatim(lines.map(withoutLeadingSpaces(first))))
      } else {
        blocks.append(.paragraph(lines.joined(separator: " ")))
      }
      lines = []
    }
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { flush() } else { lines.append(String(line)) }
    }
    flush()
    return blocks
  }

  private static func withoutLeadingSpaces(_ first: String) -> (String) -> String {
    let indent = first.unicodeScalars.prefix { $0 == " " }.count
    return { line in
      let own = line.unicodeScalars.prefix { $0 == " " }.count
      return String(line.unicodeScalars.dropFirst(min(own, indent)))
    }
  }
}
