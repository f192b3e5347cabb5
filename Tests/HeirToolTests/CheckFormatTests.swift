import Cascade
import Foundation
import TestSupport
import Testing

@testable import Answers
@testable import HeirTool
@testable import Output
@testable import Trees

@Suite struct CheckFormatTests {
  struct Log: Decodable {
    struct Run: Decodable {
      struct Tool: Decodable { let driver: Driver }
      struct Driver: Decodable { let rules: [Rule] }
      struct Rule: Decodable {
        let id: String
        let shortDescription, help: Message
        let defaultConfiguration: Configuration
      }
      struct Configuration: Decodable { let level: String }
      let tool: Tool
      let results: [Finding]
    }
    struct Message: Decodable { let text: String }
    struct Finding: Decodable {
      let ruleId, level: String
      let ruleIndex: Int
      let message: Message
      let locations, relatedLocations: [Location]
      let partialFingerprints: [String: String]
    }
    struct Location: Decodable { let physicalLocation: Physical }
    struct Physical: Decodable {
      struct Artifact: Decodable { let uri: String }
      struct Region: Decodable { let startLine, startColumn: Int }
      let artifactLocation: Artifact
      let region: Region
    }
    let runs: [Run]
  }

  private static func log(_ harness: Harness, _ more: String...) throws -> (Log, Harness.Result) {
    let result = harness.run(["check", "--format", "sarif"] + more)
    return (try JSONDecoder().decode(Log.self, from: Data(result.output.utf8)), result)
  }

  @Test(arguments: [
    "broken", "fleet", "link-cycle", "link-leaves", "settings-file", "directive-shapes",
    "computed-errors", "potter",
  ])
  func theLogHasTheShapeOfSARIF(tree: String) throws {
    let (log, result) = try Self.log(Harness(), "--root", "trees/\(tree)")
    let text = Harness().run("check", "--root", "trees/\(tree)")
    #expect(result.status == text.status && result.errors == text.errors)
    let run = try #require(log.runs.first)
    #expect(log.runs.count == 1)
    #expect(run.results.count == text.output.split(separator: "\n").count)
    let rules = run.tool.driver.rules
    #expect(rules.map(\.id) == CheckRule.all.map(\.name.rawValue))
    for result in run.results {
      #expect(rules[result.ruleIndex].id == result.ruleId)
      #expect(rules[result.ruleIndex].defaultConfiguration.level == result.level)
      #expect(result.locations.count == 1)
      for location in result.locations + result.relatedLocations {
        let uri = location.physicalLocation.artifactLocation.uri
        #expect(uri.hasPrefix("trees/\(tree)") && URL(string: uri)?.relativePath == uri)
      }
    }
    let fingerprints = run.results.map(\.partialFingerprints)
    #expect(Set(fingerprints).count == fingerprints.count)
  }

  private static func excerpt(_ text: String, _ region: Log.Physical.Region) -> String {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(Array.init)
    if lines[0].first == "\u{FEFF}" { lines[0].removeFirst() }
    return lines[region.startLine - 1].dropFirst(region.startColumn - 1)
      .reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  @Test func regionsCountCodePoints() throws {
    let emoji = String(repeating: "😀", count: 400)
    let files = [
      ("a.json", "\u{FEFF}{\"é\": \"\(emoji)\", \"k\": \"e\u{301}中\",\r\n \"😀\": {\n\"o\": 1}}"),
      ("a/a.json", "\u{FEFF}{\"é\": \"x\", \"\(emoji)\": 1, \"k\": \"e\u{301}中\"}"),
      ("b/a.json", "{\r\n\"😀\": [\"é\",\n 1], \"k\": 2}"),
    ]
    let scratch = Scratch(files.map { (path: $0.0, text: $0.1) })
    let (log, _) = try Self.log(Harness(in: scratch.url), "--root", ".")
    func excerpts(_ locations: [Log.Location]) -> [String] {
      locations.map { location in
        let file = location.physicalLocation.artifactLocation.uri
        let text = files.first { $0.0 == file }?.1 ?? ""
        return Self.excerpt(text, location.physicalLocation.region)
      }
    }
    let results = try #require(log.runs.first).results
    #expect(
      results.map { [$0.ruleId] + excerpts($0.locations + $0.relatedLocations) } == [
        ["redundant", "\"e\u{301}中\"}", "\"e\u{301}中\",\r"],
        ["kind-clash", "[\"é\",", "{"],
      ])
  }

  @Test func pathsAreURIReferences() throws {
    let path = "c:d/ü %23#?[x]&.json"
    let scratch = Scratch([("up/" + path, "{")])
    for (root, start) in [
      ("up", "up/"), ("./up/", "up/"), (scratch.url.path, "file://\(scratch.url.path)/up/"),
    ] {
      let (log, _) = try Self.log(Harness(in: scratch.url), "--root", root)
      let uri = log.runs.first?.results.first?.locations.first?.physicalLocation.artifactLocation
        .uri
      #expect(uri == start + "c%3Ad/%C3%BC%20%2523%23%3F%5Bx%5D%26.json")
    }
  }

  @Test func aNameThatIsNoUTF8StillGivesALog() throws {
    let scratch = Scratch()
    let made = try Program.shell("printf '{}' >\"$(printf 'a\\377.json')\"", in: scratch.url)
    #expect(made.status == 0)
    let (log, _) = try Self.log(Harness(in: scratch.url), "--root", ".")
    let location = log.runs.first?.results.first?.locations.first
    #expect(location?.physicalLocation.artifactLocation.uri == "a%FF.json")
    // Nor is it in any other JSON.
    for words in [["check"], ["where", "/", "k"], ["impact", "--against", "."]] {
      let json = Harness(in: scratch.url).run(words + ["--root", ".", "--json"])
      #expect(json.output.contains(#""file": "a\\xff.json""#), "\(words)")
    }
  }

  @Test func fingerprintsSurviveShiftedLinesAndTellFindingsApart() throws {
    let one = #"{ "$stop": ["x", "y"], "a": 1, "b": 2 }"#
    func fingerprints(_ start: String) throws -> [[String: String]] {
      let scratch = Scratch([
        ("p.json", start + one), ("q.json", #"{ "$stop": ["x"], "a": 4 }"#),
        ("a/p.json", #"{ "a": 4 }"#), ("b/p.json", "{"), ("b/q.json", start + "["),
      ])
      let (log, _) = try Self.log(Harness(in: scratch.url), "--root", ".")
      return log.runs.flatMap(\.results).map(\.partialFingerprints)
    }
    let found = try fingerprints("")
    #expect(found == (try fingerprints("\n\n   ")))
    #expect(
      found.compactMap { $0["ruleScopeKey/v1"] } == [
        "idle-stop / x", "idle-stop / y", "idle-stop / x #2", "set-twice / a",
        "redundant /a a", "syntax /b b/p.json", "syntax /b b/q.json",
      ])
  }

  @Test func noKeyMakesALinkInAMessage() {
    for (text, safe) in [
      ("[a](http://x)", #"[a\](http://x)"#), (#"[a\](1)"#, #"[a\](1)"#),
      (#"[a\\](1)"#, #"[a\\\](1)"#), ("]] (]( {0}", #"]] (\]( {0}"#), ("[é]", "[é]"), ("]", "]"),
    ] {
      #expect(SARIFText.plain(text) == safe)
    }
  }

  // MARK: GitHub

  private static func commands(_ result: Harness.Result) -> [AnnotationTests.Parsed] {
    result.output.split(separator: "\n").compactMap { AnnotationTests.Parsed(String($0)) }
  }

  @Test(arguments: ["broken", "fleet", "link-cycle", "link-leaves", "settings-file"])
  func everyFindingIsOneCommandOfGitHub(tree: String) {
    let github = Harness().run("check", "--root", "trees/\(tree)", "--format", "github")
    let text = Harness().run("check", "--root", "trees/\(tree)")
    #expect(github.status == text.status && github.errors == text.errors)
    let lines = Self.commands(github).map { command in
      let at = command.properties
      let rule = at["title"]?.dropFirst("heir: ".count) ?? ""
      return "\(at["file"] ?? ""):\(at["line"] ?? ""):\(at["col"] ?? ""): \(command.name): "
        + "\(command.data) [\(rule)]"
    }
    #expect(lines.sorted() == text.output.split(separator: "\n").map(String.init).sorted())
  }

  @Test func aNameStartsNoCommandOfGitHub() {
    let name = "%0A::add-mask::x,y:z ##[add-mask]x.json"
    let scratch = Scratch([(name, #"{ "$stop": ["\"::error::x\\n::stop-commands::y\""] }"#)])
    let result = Harness(in: scratch.url).run("check", "--root", ".", "--format", "github")
    let commands = Self.commands(result)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(commands.map(\.name) == ["warning"] && commands.first?.properties["file"] == name)
  }
}
