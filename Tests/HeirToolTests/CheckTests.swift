import Cascade
import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import HeirTool
@testable import Output
@testable import Trees

@Suite struct CheckTests {
  @Test func aLongPatternIsCutAtWholeCharacters() {
    for (start, end) in [("", ""), ("x", ""), ("", "x"), ("x", "x")] {
      let name = start + String(repeating: "é", count: 3000) + end
      let scratch = Scratch([(".heir", ""), ("p.json", "{\"$stop\": [\"\(name).*\"]}")])
      let found = Harness(in: scratch.url).run("check", "--rules", "idle-stop").output
      #expect(found.contains("éé… (") && found.contains(" bytes more) …é"), "\(found)")
      #expect(found.utf8.count < 2000 && !found.contains("\u{FFFD}") && !found.contains("\\x"))
    }
  }

  @Test func presentKeysAreKnownAfterDeclaringThem() {
    var count = 0
    for seed in UInt64(0)..<(Seeds.isLong ? 40 : 12) {
      let desk = RandomDesk(seed: seed)
      let scope = desk.scopes[Int(seed) % desk.scopes.count]
      func errors() -> Set<String> {
        let rules = ["--rules", "unknown-key,type", "--allow-env", "*"]
        let lines = desk.harness.run(["check", "/"] + rules).output.split(separator: "\n")
        return Set(lines.filter { $0.hasSuffix("[unknown-key]") }.map(String.init))
          .union(lines.filter { $0.hasSuffix("[type]") }.map { String($0.prefix { $0 != ":" }) })
      }
      let before = errors()
      let line = ["declare", scope] + (seed % 3 == 0 ? ["a"] : []) + ["--closed", "--known", "-q"]
      if desk.harness.run(line).status != 0 { continue }
      count += 1
      let new = errors().subtracting(before)
      #expect(new.isEmpty, "seed \(seed), \(scope): \(new)\n\(desk.tree)")
    }
    #expect(count > (Seeds.isLong ? 12 : 6))
  }

  @Test func aWalkOfTooManyScopesIsAnError() throws {
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
}
