import Foundation
import Testing

struct PageExample {
  private var files: [(path: String, text: String)] = []
  let steps: String

  init(_ piece: [String]) throws {
    let lines = piece.prefix { !$0.hasPrefix("$ ") }
    // Of the text of a YAML file.
    var column = 0
    for line in lines {
      // A line that is indented goes on with the file above.
      if line.hasPrefix(" ") {
        try #require(!files.isEmpty, "\(line)")
        let isInColumn = line.prefix(column).allSatisfy { $0 == " " }
        files[files.count - 1].text += "\n" + line.dropFirst(isInColumn ? column : 0)
      } else {
        let parts = line.split(separator: " ", maxSplits: 1)
        try #require(parts.count == 2, "\(line)")
        let text = parts[1].drop { $0 == " " }
        column = parts[0].hasSuffix("ml") ? line.count - text.count : 0
        files.append((String(parts[0]), String(text)))
      }
    }
    steps = piece.dropFirst(lines.count).joined(separator: "\n")
  }

  static func isOurs(_ piece: [String]) -> Bool {
    piece.contains { $0.hasPrefix("$ ") && $0.contains("heir ") }
  }

  func tree() -> Scratch { Scratch(tree: files) }

  func replayed(in tree: Scratch) -> String { Transcript(steps).replayed(in: tree.url) }
}
