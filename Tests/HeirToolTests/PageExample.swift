import Foundation
import Testing

struct PageExample {
  private var files: [(path: String, text: String)] = []
  let steps: String

  init(_ piece: [String]) throws {
    let lines = piece.prefix { !$0.hasPrefix("$ ") }
    for line in lines {
      // A line that is indented goes on with the file above.
      if line.hasPrefix(" ") {
        try #require(!files.isEmpty, "\(line)")
        files[files.count - 1].text += "\n" + line
      } else {
        let parts = line.split(separator: " ", maxSplits: 1)
        try #require(parts.count == 2, "\(line)")
        files.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
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
