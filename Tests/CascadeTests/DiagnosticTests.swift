import Cascade
import JSONSource
import TestSupport
import Testing

@testable import Answers

/// Diagnostics are data, and their text depends on that data only.
@Suite struct DiagnosticTests {
  private func problems(_ text: String) throws -> [Diagnostic] {
    let file = SourceFile(
      path: Array("p.json".utf8), scope: .root, source: Source(Array(text.utf8)))
    return try PropertyFile(file, names: NameTable()).problems
  }

  @Test func aMisspeltDirectiveCarriesItsNameAndTheNearest() throws {
    let found = try problems(#"{"$stopp": ["a"]}"#)
    guard case .unknownDirective(let name, let nearest)? = found.first?.problem else {
      Issue.record("\(found)")
      return
    }
    #expect(name == Array("$stopp".utf8) && nearest == .stop && found.count == 1)
    #expect(found[0].message == "unknown directive '$stopp'; the nearest is '$stop'")
  }

  @Test func aMisspeltStrategyIsQuotedWithTheNearest() throws {
    let found = try problems(#"{"$merge": {"a": "apend"}, "$type": {"a": "integr"}}"#)
    #expect(
      found.map(\.message) == [
        #"unknown value "apend" in '$merge'; the nearest is "append""#,
        #"unknown value "integr" in '$type'; the nearest is "integer""#,
      ])
  }

  /// What other formats allow is named, but only in words of a fixed list.
  @Test(arguments: [
    (#"{"a": True}"#, "True is not JSON; write true"),
    (#"{"a": [FALSE]}"#, "FALSE is not JSON; write false"),
    (#"{"a": None}"#, "None is not JSON; write null"),
    (#"{"a": none}"#, "none is not JSON; write null"),
    (#"{"a": nan}"#, "nan is not JSON; write null or a string"),
    (#"{"a": -Infinity}"#, "Infinity is not JSON; write null or a string"),
    (#"{"a": Truest}"#, "expected a value"), (#"{"a": hunter2}"#, "expected a value"),
    (#"{"a": 'x'}"#, "strings need double quotes"), ("{'a': 1}", "names need double quotes"),
    ("{\"a\": \u{201C}x\u{201D}}", #"strings need straight double quotes, '"'"#),
    ("{ # why\n}", "JSON has no '#' comments; use '//' or '/* */' in a file named '*.jsonc'"),
    ("a: 1\n", "the file looks like YAML; convert it to JSON"),
    ("# why\n\na-b:\n  c: 1\n", "the file looks like YAML; convert it to JSON"),
    ("---\na: 1\n", "the file looks like YAML; convert it to JSON"),
    ("- 1\n", "the file looks like YAML; convert it to JSON"),
    (#""a": 1"#, "a property file must contain one object, '{ … }'"), ("a=1", "expected a value"),
  ])
  func textOfOtherFormatsIsNamed(text: String, words: String) {
    #expect(throws: Diagnostic.self) { try problems(text) }
    do { _ = try problems(text) } catch let found as Diagnostic {
      #expect(found.message == words)
    } catch { Issue.record("\(error)") }
  }

  @Test func aNoteCarriesWhatStandsAtItsPlace() throws {
    do {
      _ = try problems(#"{"a": 1, "a": 2}"#)
      Issue.record("a name stands twice")
    } catch let found as Diagnostic {
      guard case .firstName? = found.notes.first?.kind, case .syntax = found.problem else {
        Issue.record("\(found)")
        return
      }
      #expect(found.notes.first?.place?.range == ByteRange(1, 4))
      #expect(found.notes.first?.message == "the first one is here")
    }
  }
  private func findings(_ files: [(path: String, text: String)]) throws -> [Diagnostic] {
    let tree = MemoryTree(files)
    let checker = Checker(
      CheckRule.all, tree, today: CalendarDate(year: 2026, month: 3, day: 14))
    try TreeWalk.run(along: tree.way(to: .root), checker, byLineage: true)
    return checker.findings.map(\.diagnostic)
  }
}
