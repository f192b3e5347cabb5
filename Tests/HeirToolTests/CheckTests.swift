import Cascade
import Foundation
import JSONSource
import Testing

@testable import Answers
@testable import HeirTool
@testable import Output
@testable import Trees

@Suite struct CheckTests {
  private static func rules(_ result: Harness.Result) -> [String] {
    result.output.split(separator: "\n").map { line in
      let place = line.prefix { $0 != ":" }
      let rule = line.split(separator: "[").last?.dropLast() ?? ""
      return "\(place) \(rule)"
    }
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

  private static func check(_ text: String, _ others: [(path: String, text: String)] = []) -> String
  {
    let scratch = Scratch([(".heir", ""), ("p.json", text)] + others)
    return Harness(in: scratch.url).run("check").output
  }

  @Test func aSecretInsideAComputedValueIsIdle() {
    let found = Self.check(#"{"$secret": ["u.*.pw"], "u": {"$ref": "v"}, "v": [{"pw": "x"}]}"#)
    #expect(found.contains("[idle-attribute]"), "\(found)")
  }

  @Test(arguments: [
    (
      #"{"$required": ["*.k"], "b": {}}"#, #"{"b": {"$ref": "$inherited"}}"#,
      "'b.k' is required and has no value in /a/b"
    ),
    (
      #"{"$type": {"b": "string"}, "b": {"$ref": "none", "default": 1}}"#, "{}",
      "(in 3 scopes) [type]"
    ),
  ])
  func whatAScopeDeclaresOfAComputedValueLeavesWhatWasDeclared(
    root: String, child: String, words: String
  ) {
    let scratch = Scratch([
      ("t/p.json", root), ("t/a/p.json", child), ("t/a/b/p.json", "{}"),
      ("o/a/b/p.json", #"{"$merge": {"*.x": "append"}}"#),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", "t", "--overlay", "o")
    #expect(result.output.contains(words), "\(result)")
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
    let options = CommonOptions(root: Array(".".utf8), isQuiet: true)
    let snapshot = try Snapshot(Console(session, options).paths, from: session.workingDirectory)
    let treeReader = TreeReader(
      snapshot, NameTable(), AllowedEnvironment([], in: { _ in nil }), reveals: false)
    let checker = Checker([], treeReader, today: today)
    let way = try treeReader.way(to: .root)
    #expect(throws: WalkLimit.self) { try PairedWalk.run(along: way, checker, limit: 1000) }
    #expect(checker.scopeCount == 1000)
  }

  // MARK: Required keys by pattern

  private static func missing(_ text: String) -> [String] {
    Scratch(tree: [("p.json", text)]).run(["check", "--rules", "required"]).output
      .split(separator: "\n").map { line in
        line.split(separator: "'").dropFirst().first.map(String.init) ?? String(line)
      }
  }

  @Test func whatIsRequiredAtAnyDepthEveryObjectThereIsMustHave() {
    #expect(
      Self.missing(
        #"{"$required": ["**.id"], "id": 1, "a": {"id": 2, "b": {"x": 3}}, "c": {}, "d": 4, "l": [{}]}"#
      )
        == ["a.b.id", "c.id"])
    #expect(Self.missing(#"{"$required": ["**.id"]}"#) == ["id"])
  }

  @Test func twoStarsRequireWhatNoneAndOneAndSeveralStarsRequire() {
    // None: as 'a.id', whether or not there is an 'a'.
    #expect(Self.missing(#"{"$required": ["a.**.id"], "b": {"c": 1}}"#) == ["a.id"])
    #expect(Self.missing(#"{"$required": ["a.**.id"], "a": 5}"#) == ["a.id"])
    #expect(
      Self.missing(#"{"$required": ["a.**.id"], "a": {"id": 1, "b": {"c": {"id": 1}}}, "d": {}}"#)
        == ["a.b.id"])
    // One star or more, and a last star, ask for nothing that is not there.
    #expect(
      Self.missing(#"{"$required": ["a.*.**.id"], "a": {"b": {"id": 1, "c": {}}}}"#) == ["a.b.c.id"]
    )
    #expect(Self.missing(#"{"$required": ["a.**"]}"#) == ["a"])
    #expect(Self.missing(#"{"$required": ["a.**"], "a": {"b": 1}}"#) == [])
    #expect(Self.missing(#"{"$required": ["**"]}"#) == [])
    #expect(Self.missing(#"{"o": {"$required": ["**.id"], "p": {}}}"#) == ["o.id", "o.p.id"])
  }

  @Test func expectedFindingsAreCountedAndErrorsStay() {
    let scratch = Scratch([
      ("t/.heir", #"{"expected": {"*": ["redundant", "reference"]}}"#),
      ("t/a.json", #"{"k": 1, "r": {"$ref": "no"}}"#), ("t/c/a.json", #"{"k": 1}"#),
      ("o/c/a.json", #"{"k": 1}"#), ("own/.heir", ""), ("own/c/a.json", #"{"k": 1}"#),
    ])
    let harness = Harness(in: scratch.url)
    let plain = harness.run("check", "--root", "t")
    #expect(plain.status == 1 && plain.output.contains("[reference]"), "\(plain)")
    #expect(plain.errors == "1 error, 0 warnings, 1 expected finding in 2 scopes\n")
    #expect(harness.run("check", "--root", "t", "--json").output.contains("\"expected\": 1"))
    // An overlay has the settings of the root unless it has its own.
    let both = harness.run("check", "--root", "t", "--overlay", "o", "--rules", "redundant")
    #expect(both.output == "", "\(both)")
    let own = harness.run("check", "--root", "t", "--overlay", "own", "--rules", "redundant")
    #expect(own.output.contains("own/c/a.json"), "\(own)")
    scratch.write("t/.heir", Array(#"{"expected": {"*": ["redundent"]}}"#.utf8))
    #expect(harness.run("check", "--root", "t").errors.contains("not a rule of 'heir check'"))
  }
}
