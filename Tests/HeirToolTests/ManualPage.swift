import Foundation
import TestSupport

/// A manual written by hand, in man(7) macros.
struct ManualPage {
  struct Section {
    let heading: String
    /// The texts between `.EX` and `.EE`.
    let pieces: [[String]]
  }

  let source: String

  init(_ name: String) throws {
    source = try String(
      contentsOf: DocumentTests.package.appending(path: "man/" + name), encoding: .utf8)
  }

  var pieces: [[String]] { Self.pieces(source) }

  /// The subsections of a section.
  func sections(of heading: String) -> [Section] {
    let whole = source.components(separatedBy: "\n.SH ").first { $0.hasPrefix(heading + "\n") }
    return (whole ?? "").components(separatedBy: "\n.SS ").dropFirst().map { part in
      let heading = part.prefix { $0 != "\n" }.filter { $0 != "\"" }
      return Section(heading: Self.letters(heading), pieces: Self.pieces(part))
    }
  }

  private static func pieces(_ source: String) -> [[String]] {
    source.components(separatedBy: "\n.EX\n").dropFirst().compactMap { behind in
      behind.components(separatedBy: "\n.EE").first?.components(separatedBy: "\n").map(letters)
    }
  }

  /// Characters that roff spells differently; the backslash is last.
  private static let spellings = [
    ("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\(ga", "`"),
    ("\\(->", "→"), ("\\[u2026]", "…"), ("\\(rs", "\\"),
  ]

  /// A line without the spellings of roff.
  static func letters(_ line: String) -> String {
    var line = line.hasPrefix("\\&") ? String(line.dropFirst(2)) : line
    for (spelling, letter) in spellings + [("\\(dq", "\"")] {
      line = line.replacing(spelling, with: letter)
    }
    return line
  }

  /// A line with the spellings of roff.
  static func roff(_ line: String) -> String {
    var line = line
    for (spelling, letter) in spellings.reversed() { line = line.replacing(letter, with: spelling) }
    return line.isEmpty || line.hasPrefix(".") ? "\\&" + line : line
  }
}
