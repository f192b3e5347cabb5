import Foundation
import Testing

@testable import HeirTool

@Suite struct ImportTests {
  private static let control = Harness.fixtures.appending(path: "imports/hiera")

  private static func run(_ scratch: Scratch, _ words: String) -> Harness.Result {
    Harness(in: scratch.url).run(words.split(separator: " ").map(String.init))
  }

  private static let hiera: [(String, String)] = [
    ("hiera.yaml", "version: 5\nhierarchy: [{name: all, paths: ['n/%{fqdn}.yaml', c.yaml]}]\n"),
    ("data/n/a.yaml", "k: 1\n"), ("data/n/b.yaml", "k: 2\n"), ("data/c.yaml", "k: 3\n"),
  ]

  /// The first piece of a section of 'coming-from' is the other program's, the second what the import writes.
  @Test(arguments: [
    ("Hiera", "import hiera . -o tree --facts web1.yaml"), ("reclass", "import reclass . -o tree"),
  ])
  func anImportAnswersAsThePageOfOtherProgramsSays(heading: String, line: String) throws {
    let section = try #require(Topics.comingFrom.sections.first { $0.heading == heading })
    let pieces = section.entries.flatMap(TopicTests.pieces)
    let tree = try PageExample(pieces[0]).tree()
    let imported = Self.run(tree, line)
    #expect(imported.status == 0 && imported.output == "", "\(imported)")
    let copy = tree.url.appending(path: "tree")
    let ours = try PageExample(pieces[1])
    #expect(Transcript(ours.steps).replayed(in: copy) == ours.steps)
    let check = Harness(in: copy).run("check")
    #expect(check.status == 0 && check.output == "", "\(check)")
  }

  @Test func aSecondRunChangesOnlyWhatChanged() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.run(scratch, "import hiera . -o t").errors == "heir: note: 4 files written\n")
    #expect(
      Self.run(scratch, "import hiera . -o t").errors == "heir: note: all 4 files are up to date\n")
    scratch.write("data/n/a.yaml", Array("k: 4\n".utf8))
    try FileManager.default.removeItem(at: scratch.url.appending(path: "data/n/b.yaml"))
    #expect(
      Self.run(scratch, "import hiera . -o t").errors
        == "heir: note: 1 file written, 1 file removed\n")
    #expect(Self.run(scratch, "get /n/a k --root t").output == "4\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t/n/b").path))
  }

  @Test func filesThatNoImportWroteStay() throws {
    let scratch = Scratch(Self.hiera + [("t/n/a/values.jsonc", "{\"own\": 1}")])
    let first = Self.run(scratch, "import hiera . -o t -q")
    #expect(first.status == 1 && first.output.hasPrefix("t/n/a/values.jsonc: kept"), "\(first)")
    // An edited file stays, also if its source is gone.
    scratch.write("t/n/b/values.jsonc", Array("{\"k\": 9}".utf8))
    try FileManager.default.removeItem(at: scratch.url.appending(path: "data/n/b.yaml"))
    let second = Self.run(scratch, "import hiera . -o t -q")
    #expect(second.status == 1 && second.output.contains("t/n/b/values.jsonc: kept"), "\(second)")
    #expect(Self.run(scratch, "get /n/a own --root t").output == "1\n")
    #expect(Self.run(scratch, "get /n/b k --root t").output == "9\n")
    scratch.write("t/.heir-imported", Array("{".utf8))
    #expect(Self.run(scratch, "import hiera . -o t -q").status == 2)
  }

  @Test func nothingIsWrittenIfAFileIsBroken() {
    let scratch = Scratch(Self.hiera + [("data/n/c.yaml", "k: [1,\n")])
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(result.status == 2 && result.errors.contains("./data/n/c.yaml:1:4: error: "))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t").path))
  }

  @Test(arguments: [
    #"{"role": "web"}"#, #"{"name": "a", "values": {"role": "web"}}"#,
    #"[{"certname": "a", "name": "role", "value": "web"}, {"certname": "b", "name": "x", "value": 1}]"#,
    #"[{"certname": "a", "facts": {"data": [{"name": "role", "value": "web"}]}}]"#,
  ])
  func factsAreReadAsEachProgramPrintsThem(text: String) {
    let scratch = Scratch(Self.hiera + [("f/a.json", text)])
    #expect(Self.run(scratch, "import hiera . -o t --facts f/*.json").status == 0)
    #expect(Self.run(scratch, "get /n/a facts.role --root t").output == "web\n")
  }

  @Test(.enabled(if: CompletingShell.isInstalled("puppet"), "needs puppet"))
  func puppetFindsTheSameValues() throws {
    let scratch = Scratch()
    let tree = scratch.url.appending(path: "t").path
    var harness = Harness(in: Self.control)
    harness.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    let result = harness.run("import", "hiera", ".", "-o", tree, "--facts", "facts/*", "--verify")
    #expect(result.errors.hasSuffix("34 values equal, 2 values different\n"), "\(result)")
    // What differs is what the import lists.
    let different = result.output.split(separator: "\n").filter { $0.hasPrefix(tree) }
    #expect(
      different.allSatisfy { $0.contains("--core") } && different.count == 2, "\(different)")
  }
}
