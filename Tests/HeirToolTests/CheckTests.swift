import Cascade
import Foundation
import JSONSource
import Testing

@testable import Answers
@testable import HeirTool
@testable import Trees

@Suite struct CheckTests {
  private static func rules(_ result: Harness.Result) -> [String] {
    result.output.split(separator: "\n").map { line in
      String(line.prefix { $0 != ":" }) + " "
        + String(line.drop { $0 != "[" }.split(separator: "[").last ?? "").dropLast()
    }
  }

  @Test func oneBrokenFileHidesNoOther() {
    let result = Harness().run("check", "--root", "trees/broken")
    let places = result.output.split(separator: "\n").map { $0.split(separator: ":")[0] }
    #expect(
      places.map { $0.dropFirst("trees/broken/".count) } == [
        "duplicate-name/properties.json", "empty-file/properties.json",
        "in-an-array/properties.json", "lone-surrogate/properties.json",
        "not-an-object/properties.json",
        "not-utf-8/properties.json", "syntax/db.json", "two-directives/properties.json",
        "unknown-directive/properties.json",
        "wrong-shape/properties.json",
      ])
    #expect(result.status == 1)
  }

  @Test func findingsComeInTheOrderOfTheWalkThenByFileAndOffset() {
    let scratch = Scratch([
      ("b.json", #"{ "$exclude": ["no"], "$stop": ["x"], "port": 1 }"#),
      ("a.json", #"{ "port": 2, "$stop": ["y"] }"#),
      ("a/.heir", ""),
      ("a/a.json", #"{ "port": 1 }"#),
      ("a/z/a.json", "{"),
      ("a.b/a.json", #"{ "port": 1 }"#),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", ".")
    #expect(
      Self.rules(result) == [
        "./a.json idle-stop", "./b.json idle-stop", "./b.json set-twice",
        "./a/.heir nested-root", "./a/a.json redundant", "./a/z/a.json syntax",
        "./a.b/a.json redundant",
      ])
    let sound = Harness(in: scratch.url).run("check", "--root", ".", "/a.b")
    #expect(Self.rules(sound) == ["./a.b/a.json redundant"])
  }

  @Test func anExclusionIsJudgedWhenAllBelowItIsSeen() {
    let scratch = Scratch([
      ("a.json", #"{ "$exclude": ["none", "deep", "here"], "here": 1, "$stop": ["x"] }"#),
      ("a/a.json", #"{ "port": 1 }"#),
      ("a/b/a.json", #"{ "deep": 1 }"#),
      ("a/b/c/a.json", #"{ "port": 2 }"#),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", ".", "--json", "-c")
    let keys = result.output.split(separator: "\"key\":").dropFirst().map {
      $0.prefix { $0 != "," }
    }
    #expect(keys == ["\"none\"", "\"x\""])
  }

  @Test func whatALinkedOrHiddenFileWouldSayIsNotGuessed() {
    let scratch = Scratch([
      ("a.json", #"{ "$exclude": ["k"], "port": 1 }"#),
      ("a/a.json", #"{ "port": 1, "$stop": ["k"], "$stop": ["m"] }"#),
      ("a/b/a.json", #"{ "port": 1, "$stop": ["k"] }"#),
      ("b/a.json", #"{ "port": 1 }"#),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", ".")
    #expect(Self.rules(result) == ["./a/a.json duplicate-name", "./b/a.json redundant"])
    #expect(result.errors.contains("values of 2 scopes were not checked"))
  }

  @Test func whatTwoFilesWriteIsNotRedundant() {
    let scratch = Scratch([
      ("a.json", #"{ "k": 1, "o": { "p": 1 }, "same": {} }"#),
      ("a/a.json", #"{ "k": 2, "o": 3, "same": {} }"#),
      ("a/b.json", #"{ "k": 1, "o": { "p": 1 } }"#),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", ".")
    #expect(
      Self.rules(result) == [
        "./a/a.json redundant", "./a/b.json set-twice", "./a/b.json set-twice",
      ])
  }

  @Test func onlyWhatIsAtAndBelowTheScopeIsReported() {
    let result = Harness().run("check", "syntax/below", "--root", "trees/broken")
    #expect(result.output == "" && result.status == 0)
    #expect(result.errors.hasPrefix("0 errors, 0 warnings in 1 scope\n"))
    let staging = Harness().run("check", "/staging", "--root", "trees/fleet")
    #expect(Self.rules(staging) == ["trees/fleet/staging/eu/features.json redundant"])
  }

  @Test func onlyAndExceptChooseRules() {
    let only = Harness().run("check", "--root", "trees/broken", "--rules", "directive,idle-stop")
    #expect(only.errors.hasPrefix("4 errors, 0 warnings in 13 scopes\n"))
    let except = Harness().run(
      "check", "--root", "trees/broken", "--ignore", "directive,syntax,duplicate-name")
    #expect(except.output == "" && except.status == 0)
    let every = CheckRule.all.map(\.name.rawValue).joined(separator: ",")
    let all = Harness().run("check", "--root", "trees/broken")
    #expect(Harness().run("check", "--root", "trees/broken", "--rules", every) == all)
    let none = Harness().run("check", "--root", "trees/broken", "--ignore", every)
    #expect(none.status == 2 && none.errors.contains("'--ignore' names every rule"))
  }

  @Test(arguments: [
    (["--rules", "redundnt"], "rule 'redundnt' does not exist; the nearest is 'redundant'"),
    (["--ignore", "syntax,"], "'--ignore' takes names of rules, separated by commas"),
    (["--rules", ""], "'--rules' takes names of rules, separated by commas"),
    (["--rules", "final", "--ignore", "syntax"], "'--rules' cannot be used with '--ignore'"),
    (["--format", "xml"], "'--format' takes 'text', 'json', 'sarif' or 'github'"),
    (["--since", "HEAD"], "the root is not in a git work tree"),
    (["--virtual"], "cannot use '--virtual' with 'heir check'"),
    (["-c"], "'-c' needs '--format json|sarif'"),
    (["-c", "--format", "github"], "'-c' needs '--format json|sarif'"),
    (["/nowhere"], "scope '/nowhere' does not exist"),
    (["--root", "trees/nowhere"], "no such file or directory"),
  ]) func whatCannotBeAnsweredIsStatusTwo(arguments: [String], message: String) {
    let root = arguments.contains("--root") ? [] : ["--root", "trees/fleet"]
    let result = Harness().run(["check"] + arguments + root)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func quietSaysNothingOnStandardErrorAndPrintsTheSame() {
    let loud = Harness().run("check", "--root", "trees/broken")
    let quiet = Harness().run("check", "--root", "trees/broken", "-q")
    #expect(quiet.errors == "" && quiet.output == loud.output && quiet.status == loud.status)
  }

  @Test func jsonHasTheShapeOfTheContract() throws {
    struct Report: Decodable {
      struct Related: Decodable {
        let message, scope, file: String
        let line, column: Int
      }
      struct Finding: Decodable {
        let rule, severity, message, scope, file: String
        let line, column: Int
        let key: String?
        let related: [Related]
      }
      let version, errors, warnings: Int
      let findings: [Finding]
    }
    for tree in ["broken", "fleet", "link-cycle", "link-leaves", "settings-file"] {
      let result = Harness().run("check", "--root", "trees/\(tree)", "--json", "-c")
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      #expect(report.version == 1)
      #expect(report.findings.count == report.errors + report.warnings)
      #expect(report.findings.count { $0.severity == "error" } == report.errors)
      #expect(report.findings.allSatisfy { $0.line > 0 && $0.column > 0 })
      #expect(report.findings.allSatisfy { !$0.file.hasPrefix("trees") })
      #expect(result.status == (report.errors > 0 ? 1 : 0))
    }
    let result = Harness().run("check", "--root", "trees/fleet", "--json", "--rules", "redundant")
    let finding = try #require(
      JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).findings.first)
    #expect(finding.key == "features.experimental")
    #expect(finding.scope == "/staging/eu" && finding.file == "staging/eu/features.json")
    #expect(finding.related.map(\.file) == ["features.json"])
  }

  /// What `check` says of one file at the root.
  private static func check(_ text: String, _ others: [(path: String, text: String)] = []) -> String
  {
    let scratch = Scratch([(".heir", ""), ("p.json", text)] + others)
    return Harness(in: scratch.url).run("check").output
  }

  @Test func anExactDateCountsBesideOneForAll() {
    let text = #"{"$until": {"k": "9999-12-31", "*": "2020-01-01"}, "k": 1, "z": 2}"#
    let found = Self.check(text)
    #expect(found.contains("'z'") && !found.contains("'k'"), "\(found)")
  }

  @Test func aSecretInsideAComputedValueIsIdle() {
    let found = Self.check(#"{"$secret": ["u.*.pw"], "u": {"$ref": "v"}, "v": [{"pw": "x"}]}"#)
    #expect(found.contains("[idle-attribute]"), "\(found)")
  }

  @Test func aBrokenFragmentIsToldOnce() {
    let found = Self.check(
      #"{"a": {"$include": "_f.json"}, "b": {"$include": "_f.json"}}"#, [("_f.json", "{,}")])
    #expect(found.split(separator: "\n").count == 1, "\(found)")
  }

  @Test func aFinalThatWithstandsIsNotIdle() {
    let found = Self.check(#"{"$final": ["k"]}"#, [("a/p.json", #"{"k": 1}"#)])
    #expect(found.contains("[final]") && !found.contains("[idle-attribute]"), "\(found)")
  }

  @Test func aTreeWithoutEndIsRefused() throws {
    let scratch = Scratch()
    for depth in 0..<12 {
      scratch.write("\(depth)/.keep", [])
      for name in ["a", "b"] where depth < 11 {
        try FileManager.default.createSymbolicLink(
          atPath: scratch.url.appending(path: "\(depth)/\(name)").path,
          withDestinationPath: "../\(depth + 1)")
      }
    }
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    let session = Session(
      output: OutputBuffer { _ in nil }, errors: OutputBuffer { _ in nil },
      workingDirectory: try .init(Array(scratch.url.path.utf8)), today: { today },
      variable: { _ in nil }, childEnvironment: { [] })
    let options = CommonOptions(
      root: Array(".".utf8), overlays: [], isVirtual: false, settings: [], allowed: [],
      isStrict: false, isRevealing: false, isQuiet: true, color: nil)
    let snapshot = try Snapshot(TreePaths(options, session), from: session.workingDirectory)
    let treeReader = TreeReader(
      snapshot, NameTable(), AllowedEnvironment(options, session), reveals: false)
    let checker = Checker([], treeReader, today: today)
    let way = try treeReader.way(to: .root)
    #expect(throws: WalkLimit.self) { try TreeWalk.run(along: way, checker, limit: 1000) }
    #expect(checker.scopeCount == 1000)
  }
}
