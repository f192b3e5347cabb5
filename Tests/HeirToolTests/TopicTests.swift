import CommandSpec
import Foundation
import Testing

@testable import HeirTool

/// The pages of `heir help TOPIC`, whose examples are run.
@Suite struct TopicTests {
  /// What stands as it is in a page, piece by piece, each line with what it is indented by within its piece.
  private static func pieces(_ topic: Topic) -> [[String]] {
    (topic.entries + topic.sections.flatMap(\.entries)).flatMap(pieces)
  }

  static func pieces(_ entry: PageEntry) -> [[String]] {
    guard case .text(let text) = entry else { return [] }
    return text.components(separatedBy: "\n\n").filter { $0.hasPrefix(" ") }.map { piece in
      let indent = piece.prefix { $0 == " " }.count
      return piece.components(separatedBy: "\n").map { line in
        String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
      }
    }
  }

  /// The lines that commands print, without the commands.
  private static func answers(_ piece: [String]) -> [String] {
    piece.drop { !$0.hasPrefix("$ ") }.filter { !$0.hasPrefix("$ ") }
  }

  @Test(arguments: Topics.all.map(\.name))
  func anExampleOfAPagePrintsWhatThePageSays(name: String) throws {
    let topic = try #require(Topics.all.first { $0.name == name })
    for piece in Self.pieces(topic) where PageExample.isOurs(piece) {
      let example = try PageExample(piece)
      let tree = example.tree()
      #expect(example.replayed(in: tree) == example.steps)
      if name == Topics.comingFrom.name {
        let check = Harness(in: tree.url).run("check")
        #expect(check.status == 0 && check.output == "", "\(check.output)")
      }
    }
  }

  @Test(arguments: Topics.comingFrom.sections.map(\.heading))
  func whatWasAnsweredElsewhereIsAnsweredHere(heading: String) throws {
    let section = try #require(Topics.comingFrom.sections.first { $0.heading == heading })
    let pieces = section.entries.flatMap(Self.pieces)
    try #require(pieces.map(PageExample.isOurs) == [false, true])
    #expect(!Self.answers(pieces[0]).isEmpty)
    #expect(Self.answers(pieces[0]) == Self.answers(pieces[1]))
  }

  @Test func everyCommandLineOfAPageCanBeRead() throws {
    var count = 0
    let pieces = Topics.all.flatMap(Self.pieces).map { $0.joined(separator: "\n") }
    // A line goes on behind a backslash.
    for line in pieces.flatMap({ $0.replacing("\\\n", with: "").components(separatedBy: "\n") }) {
      guard let start = line.range(of: "heir ")?.lowerBound,
        start == line.startIndex || line[..<start].hasSuffix("$(") || line.hasPrefix("$ ")
      else { continue }
      var words = Transcript.words(String(line[start...]))
      words = Array(words.dropFirst().prefix { ![">>", ">", "&&", "|"].contains($0) })
      if words.last?.hasSuffix(")") == true { words[words.count - 1].removeLast() }
      count += 1
      #expect(throws: Never.self, "\(line)") {
        _ = try Tool.table.parse(words.map { Array($0.utf8) })
      }
    }
    #expect(count > 25)
  }

  @Test(arguments: Topics.all.map(\.name))
  func aPageIsNoWiderThanATerminal(name: String) {
    let help = Harness().run("help", name)
    #expect(help.status == 0)
    for line in help.output.components(separatedBy: "\n") {
      #expect(line.unicodeScalars.count <= 80, "\(line)")
    }
  }

  @Test func theTableOfCommandsHasNoProblems() {
    #expect(problems(in: Tool.table.catalogue, knownClashes: ["--only"]) == [])
  }

  @Test func everyCommandTellsItsStatuses() {
    let told = CommandStatus.all.flatMap { $0.commands.components(separatedBy: ", ") }
    #expect(told.sorted() == Harness.commands.sorted())
  }
}
