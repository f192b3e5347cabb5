import CommandSpec
import Foundation
import Testing

@testable import HeirTool

/// The pages of `heir help TOPIC`, whose examples are run.
@Suite struct TopicTests {
  /// What stands as it is in a page, piece by piece.
  private static func pieces(_ topic: Topic) -> [[String]] {
    let entries = topic.entries + topic.sections.flatMap(\.entries)
    return entries.flatMap { (entry) -> [[String]] in
      guard case .text(let text) = entry else { return [] }
      return text.components(separatedBy: "\n\n").filter { $0.hasPrefix(" ") }
        .map { $0.components(separatedBy: "\n").map { String($0.drop { $0 == " " }) } }
    }
  }

  @Test(arguments: Topics.all.map(\.name))
  func anExampleOfAPagePrintsWhatThePageSays(name: String) throws {
    let topic = try #require(Topics.all.first { $0.name == name })
    for piece in Self.pieces(topic) where piece.contains(where: { $0.hasPrefix("$ ") }) {
      let tree = Scratch([(".heir", "")])
      let files = piece.prefix { !$0.hasPrefix("$ ") }
      for line in files {
        let parts = line.split(separator: " ", maxSplits: 1)
        try #require(parts.count == 2, "\(line)")
        tree.write(String(parts[0]), Array(parts[1].drop { $0 == " " }.utf8))
      }
      let steps = piece.dropFirst(files.count).joined(separator: "\n")
      #expect(Transcript(steps).replayed(in: tree.url) == steps)
    }
  }

  @Test func everyCommandLineOfAPageCanBeRead() throws {
    var count = 0
    for line in Topics.all.flatMap(Self.pieces).joined() {
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
