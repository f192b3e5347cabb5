import Cascade
import Foundation
import Testing

/// The manuals that people write: `man/heir.5` for files, `man/heir-rules.7` for a second implementation.
@Suite struct ManualTests {
  private static func source(_ page: String) throws -> String {
    try String(
      contentsOf: DocumentTests.package.appending(path: "man/" + page), encoding: .utf8)
  }

  /// The lines of a page as a terminal of 80 columns shows it, without the signs for bold and underlined.
  private static func rendered(_ page: String) throws -> [String] {
    let file = DocumentTests.package.appending(path: "man/" + page).path
    let result = try Program.shell(
      "GROFF_NO_SGR=1 groff -man -Tutf8 -P-cbou -rLL=80n -rLT=80n '\(file)'")
    try #require(result.status == 0 && result.errors == "", "\(result.errors)")
    return result.output.components(separatedBy: "\n").dropLast()
  }

  /// What stands as it is in a page, piece by piece.
  private static func pieces(_ source: String) -> [[String]] {
    source.components(separatedBy: "\n.EX\n").dropFirst().compactMap { behind in
      behind.components(separatedBy: "\n.EE").first?.components(separatedBy: "\n").map(letters)
    }
  }

  /// A line without the spellings of roff.
  private static func letters(_ line: String) -> String {
    var line = line.hasPrefix("\\&") ? String(line.dropFirst(2)) : line
    for (spelling, letter) in [
      ("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\(ga", "`"),
      ("\\(dq", "\""), ("\\(->", "→"), ("\\[u2026]", "…"), ("\\(rs", "\\"),
    ] {
      line = line.replacing(spelling, with: letter)
    }
    return line
  }

  @Test func thePageOfFilesIsReadInOneSitting() throws {
    #expect(try Self.rendered("heir.5").count <= 900)
  }

  @Test(arguments: ["heir.5", "heir-rules.7"])
  func aPageIsNoWiderThanATerminal(page: String) throws {
    for line in try Self.rendered(page) where line.unicodeScalars.count > 80 {
      Issue.record("\(page): \(line)")
    }
  }

  @Test func anExampleOfThePageOfFilesPrintsWhatThePageSays() throws {
    let pieces = Self.pieces(try Self.source("heir.5")).filter(PageExample.isOurs)
    #expect(pieces.count > 20)
    for piece in pieces {
      let example = try PageExample(piece)
      #expect(example.replayed(in: example.tree()) == example.steps)
    }
  }

  /// A directive has a paragraph of its own, which ends with an example of it.
  @Test(arguments: Directive.known.map(\.rawValue) + ["$x-NAME"])
  func everyDirectiveIsDescribed(directive: String) throws {
    let lines = try Self.source("heir.5").components(separatedBy: "\n").map(Self.letters)
    let heads = lines.indices.filter {
      let isHead = $0 > 0 && lines[$0 - 1] == ".TP"
      return isHead && lines[$0].drop { $0 != "\"" }.hasPrefix("\"\(directive)\":")
    }
    let head = try #require(heads.first, "\(directive)")
    #expect(heads.count == 1)
    let paragraph = lines[(head + 1)...].prefix { $0 != ".TP" && !$0.hasPrefix(".S") }
    let name = directive.replacing("NAME", with: "")
    #expect(paragraph.contains { $0.contains("\"" + name) }, "\(directive) has no example")
  }

  /// The numbers that head the decisions, as often as they do.
  private static func decisions() throws -> [Int] {
    let lines = try source("heir-rules.7").components(separatedBy: "\n")
    return lines.indices.dropFirst().flatMap { index -> [Int] in
      guard lines[index - 1].hasPrefix(".TP"), lines[index].hasPrefix(".B D") else { return [] }
      let labels = lines[index].dropFirst(3).components(separatedBy: ", ")
      return labels.compactMap { Int($0.dropFirst()) }
    }
  }

  @Test func everyDecisionStandsOnce() throws {
    let decisions = try Self.decisions()
    #expect(decisions.count >= 194)
    #expect(decisions.sorted() == Array(1...decisions.count))
  }

  @Test(arguments: ["Sources", "Tests", "man", "Fixtures/transcripts"])
  func everyDecisionThatIsNamedIsThere(place: String) throws {
    let decisions = Set(try Self.decisions())
    let top = DocumentTests.package.appending(path: place)
    let paths = try #require(FileManager.default.enumerator(atPath: top.path))
    for case let path as String in paths {
      guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8) else {
        continue
      }
      for name in text.matches(of: /\bD([0-9]{1,3})\b/) {
        #expect(Int(name.1).map(decisions.contains) == true, "\(path) names \(name.0)")
      }
    }
  }
}
