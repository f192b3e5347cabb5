import CommandSpec
import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct TopicTests {
  private static func pieces(_ topic: Topic) -> [[String]] {
    topic.entries.flatMap(pieces)
  }

  static func pieces(_ entry: PageEntry) -> [[String]] {
    if case .verbatim(let lines) = entry { [lines] } else { [] }
  }

  private static func answers(_ piece: [String]) -> [String] {
    piece.drop { !$0.hasPrefix("$ ") }.filter { !$0.hasPrefix("$ ") }
  }

  @Test(.needs("git"), arguments: Tool.table.topics.map(\.name))
  func anExampleOfAPagePrintsWhatThePageSays(name: String) throws {
    let topic = try #require(Tool.table.topics.first { $0.name == name })
    for piece in Self.pieces(topic) where PageExample.isOurs(piece) {
      let example = try PageExample(piece)
      let tree = example.tree()
      #expect(example.replayed(in: tree) == example.steps)
    }
  }

  private static let otherTools =
    (try? ManualPage("heir.7").sections(of: "COMING FROM OTHER TOOLS")) ?? []

  @Test(arguments: [
    "Hiera", "reclass", "Values of Helm", "Variables of Ansible's groups", "Kustomize",
  ])
  func whatWasAnsweredElsewhereIsAnsweredHere(heading: String) throws {
    let section = try #require(Self.otherTools.first { $0.heading == heading })
    try #require(section.pieces.map(PageExample.isOurs) == [false, true])
    #expect(!Self.answers(section.pieces[0]).isEmpty)
    #expect(Self.answers(section.pieces[0]) == Self.answers(section.pieces[1]))
    let tree = try PageExample(section.pieces[1]).tree()
    let check = Harness(in: tree.url).run("check")
    #expect(check.status == 0 && check.output == "", "\(check.output)")
  }

  @Test func everyCommandLineOfAPageCanBeRead() throws {
    var count = 0
    let all = Tool.table.topics.flatMap(Self.pieces) + (try ManualPage("heir.7").pieces)
    let pieces = all.map { $0.joined(separator: "\n") }
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
        let line = Tool.table.read(words.map { Array($0.utf8) })
        _ = try Tool.table.invocation(of: line)
      }
    }
    #expect(count > 25)
  }

  @Test(arguments: Tool.table.topics.map(\.name))
  func aPageIsNoWiderThanATerminal(name: String) {
    let help = Harness().run("help", name)
    #expect(help.status == 0)
    for line in help.output.components(separatedBy: "\n") {
      #expect(line.unicodeScalars.count <= 80, "\(line)")
    }
  }

  @Test func helpFindsDirectivesOptionsAndHeadings() {
    func help(_ word: String) -> String {
      let result = Harness().run("help", word)
      #expect(result.status == 0 && result.errors == "", "\(word): \(result.errors)")
      for line in result.output.components(separatedBy: "\n") {
        #expect(line.unicodeScalars.count <= 80, "\(line)")
      }
      return result.output
    }
    let merge = help("$merge")
    #expect(merge.contains("  $merge  "))
    for word in ["rename", "recipes", "helm"] {
      #expect(help(word).contains("heir(7), "), "\(word)")
    }
    #expect(help("scope") == help("scopes"))
    #expect(help("options").contains("COMMON OPTIONS in heir(1):\n\n  --root DIR"))
    #expect(
      merge.contains("See 'heir help directives' for the whole page.") && !merge.contains("$stop"))
    #expect(help("merge").hasPrefix(merge))
    #expect(help("final").contains("[KEYS]: levels of higher precedence cannot change these keys"))
    #expect(help("because").contains("$until, $because"))
    #expect(help("exit") == help("exit-status"))
    let facts = help("facts")
    #expect(facts.contains("--facts FILE") && facts.contains("explain, diff"))
    #expect(help("--facts") == facts)
    #expect(help("SECRETS").contains("SECRETS in heir(1):"))
    #expect(help("HEIR_ROOT").contains("the root of the tree if --root is not given"))
    #expect(help("yaml").contains("yaml"))
    #expect(help("redundant").contains("redundant"))
    #expect(
      Harness().run("help", "$mereg").errors
        == "heir: error: no help for '$mereg'; the nearest is '$merge'\n")
    #expect(Harness().run("help", "frobnicate").status == 2)
  }

  @Test func theTableOfCommandsHasNoProblems() {
    #expect(Tool.table.problems == [])
  }
}
