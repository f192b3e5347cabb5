import Foundation
import Testing

@testable import HeirTool
@testable import Output

@Suite struct CorrectedLineTests {
  private let scratch = Scratch([
    (".heir", ""),
    (
      "p.json",
      #"{"list": [1], "x": {"y": 1}, "word": "w", "$secret": ["pass"], "pass": "a", "odd": 1.5, "#
        + #""$type": {"text": "string"}}"#
    ),
    ("prod/p.json", "{}"), ("prod/eu/p.json", #"{"only": {"here": 1}}"#),
  ])

  private func errors(_ arguments: [String], in directory: String = "") -> String {
    Harness(in: scratch.url.appending(path: directory)).run(arguments).errors
  }

  private static let lines: [(given: String, right: String)] = [
    ("get x.y /prod", "get /prod x.y"), ("get x.y word prod/eu", "get prod/eu x.y word"),
    ("get no.such /prod", "get /prod no.such"),
    ("exec x /prod --prefix P -- env", "exec /prod x ..."),
    ("set x.new /prod 5", "set /prod x.new 5"), ("diff x.y / /prod", "diff / /prod x.y"),
    ("diff / x.y /prod", "diff / /prod x.y"), ("where x.y", "where / x.y"),
    ("get x.y", "get / x.y"), ("explain x.y --json", "explain / x.y ..."),
    ("get prod", "resolve prod"), ("check x.y", "where / x.y"), ("set x.y 6", "set / x.y 6"),
    ("set /prod x.y=6", "set /prod x.y 6"), ("set x.y=6", "set / x.y 6"),
    ("set x.y=word", "set / x.y VALUE"),
    ("set /prod x.\"a=b\"=6=7", "set /prod 'x.\"a=b\"' VALUE"),
    ("unset / x.y=6", "unset / x.y"), ("stop /prod x.y=", "stop /prod x.y"),
    ("impact HEAD", "impact --since HEAD"), ("impact prod HEAD~1", "impact prod --since 'HEAD~1'"),
    ("impact prod", "impact prod --since HEAD"),
    ("impact main..next", "impact --since main --at next"),
    ("diff main next", "impact --since main --at next"),
    ("diff /prod HEAD~3", "diff /prod --since 'HEAD~3'"),
    ("diff prod..prod/eu", "diff prod prod/eu"), ("where / x.y=5", "where / x.y --value 5"),
    ("declare /prod x.y integer", "declare /prod x.y --type integer"),
  ]

  @Test func everyRowOffersTheLineThatIsMeant() {
    var rows = Set(CorrectedLine.all.map { "\($0.commands) \($0.given)" })
    for (given, right) in Self.lines {
      let words = given.components(separatedBy: " ")
      let errors = errors(words)
      #expect(
        errors.hasSuffix(": heir \(right)\n")
          || errors.contains(": heir \(right)\nheir: note: see"), "\(errors)")
      let arguments = words.dropFirst().prefix { !$0.hasPrefix("--") }.map { Array($0.utf8) }
      let row = CorrectedLine.all.first {
        $0.words(
          words[0], arguments, start: [], isScope: { isScope(String(decoding: $0, as: UTF8.self)) },
          isOpen: { _, _, _ in false }) != nil
      }
      rows.remove(row.map { "\($0.commands) \($0.given)" } ?? "")
    }
    #expect(rows.isEmpty, "no line for \(rows)")
  }

  private func isScope(_ text: String) -> Bool {
    Harness(in: scratch.url).run("get", text, "x", "--exists").status < 2
  }

  @Test(arguments: [
    ("secret", "'heir declare SCOPE KEY --secret'"), ("stop", "'heir stop SCOPE KEY'"),
    ("until", "'--until'"), ("pass", "edit the file"),
    ("ref", "--as-json"),
  ]) func aDirectiveIsNoKey(name: String, by: String) {
    let lines = [
      ["get", "/"], ["set", "/"], ["unset", "/"], ["stop", "/"], ["explain", "/"], ["where", "/"],
    ]
    for key in ["$\(name)", "x.$\(name)", "$\(name).x"] {
      for line in lines {
        let errors = errors(line + [key] + (line[0] == "set" ? ["1"] : []))
        #expect(errors.contains("'$\(name)' is a directive, not a key"), "\(errors)")
        #expect(errors.contains(by) && errors.contains("heir help directives"), "\(errors)")
        #expect(errors.contains("write '\"$\(name)\"'"), "\(errors)")
        #expect(errors.contains("masks nothing") == (name == "secret"))
      }
    }
    #expect(
      errors(["set", "/", "\"$\(name)\"", "1", "--dry-run", "--reveal"]).contains("changes in"))
  }

  @Test func aLineThatCannotBeShownAsItIsIsNotOffered() {
    #expect(ShellWords.text([Array("a\u{1B}b".utf8)]) == nil)
    #expect(ShellWords.text([Array("a b".utf8), Array("*".utf8), []]) == "'a b' '*' ''")
  }
}
