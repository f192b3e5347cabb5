import Cascade
import JSONSource
import TestSupport
import Testing

@testable import Answers

@Suite struct DiagnosticTests {
  private func problems(_ text: String) throws -> [Diagnostic] {
    let file = SourceFile(
      path: Array("p.json".utf8), scope: .root, source: Source(Array(text.utf8)))
    return try PropertyFile(file, names: NameTable()).problems
  }

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
}
