import Foundation
import Testing

@testable import HeirTool
@testable import Reports

/// A line is offered where it works, and none elsewhere.
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

  @Test(arguments: [
    ["get", ".", "x", "--set", "list.0=2"],
    ["get", "prod", "x", "--set", "list.0=2", "--root", "/ROOT"],
    ["explain", ".", "x", "--set", "list.0=2"],
    ["resolve", ".", "--set", "/list/0=2"],
  ])
  func aSettingThatNamesAnElementSwapsNothing(arguments: [String]) {
    let root = scratch.url.path
    let result = Harness(in: scratch.url).run(
      arguments.map { $0 == "/ROOT" ? root : $0 })
    #expect(result.status == 2)
    #expect(
      result.errors
        == "heir: error: '--set' cannot set an element of 'list'; set the whole array\n")
  }

  @Test func anOptionsValueIsNoScope() {
    let errors = errors(["get", "no", "x", "--root", scratch.url.path])
    #expect(!errors.contains("comes first"), "\(errors)")
  }

  @Test(
    arguments: [
      (["get", "x.y", "/prod"], "get /prod x.y"),
      (["get", "x.y", "prod"], "get /prod x.y"),
      (["get", "x.y", "prod.eu"], "get /prod/eu x.y"),
      (["get", "x.y", "word", "prod/eu"], "get /prod/eu x.y word"),
      (
        ["get", "x.y", "--json", "/prod", "--set", "list=[2]"],
        "get /prod --json x.y --set 'list=[2]'"
      ),
      (["set", "5", "x.y", "/prod"], "set /prod x.y 5"),
      (["-c", "resolve", "x", "prod"], "-c resolve /prod x"),
      (["explain", "only.here", "/prod/eu"], "explain /prod/eu only.here"),
      (["where", "x.y", "/"], "where / x.y"),
      (["set", "x.y", "prod", "5"], "set /prod x.y 5"),
      (["set", "x.new", "/prod", "5"], "set /prod x.new 5"),
      (["stop", "x.y", "/prod"], "stop /prod x.y"),
      (["watch", "x.y", "/prod"], "watch /prod x.y"),
      (["exec", "x", "/prod", "--prefix", "P", "--", "env"], "exec /prod x --prefix P -- env"),
      (["diff", "x.y", "/", "/prod"], "diff / /prod x.y"),
      (["diff", "/", "x.y", "/prod"], "diff / /prod x.y"),
      (["get", "x.y"], "get / x.y"),
      (["get", "x.y", "word"], "get / x.y word"),
      (["where", "x.y"], "where / x.y"),
      (["get", "/x/y", "/prod"], "get /prod /x/y"),
      (["check", "x.y"], "where / x.y"),
      (["get", "prod"], "resolve prod"),
      (["get", "/", "list[0]"], "get / list.0"),
      (["get", "/", "x[\"y\"]"], "get / 'x.\"y\"'"),
      (["set", "/prod", "x.y=6"], "set /prod x.y 6"),
      (["set", "/prod", "x.\"a=b\"=6=7"], "set /prod 'x.\"a=b\"' 6=7"),
      (["set", "x.y=6"], "set / x.y 6"), (["set", "no.such=6"], nil),
      (["set", "/prod", "=6"], nil),
      (["get", "only.here"], "get /prod/eu only.here"),
      (["explain", "only.here"], "explain /prod/eu only.here"),
      (["get", "--root", ".", "only.here"], "get --root . /prod/eu only.here"),
      (["resolve", "/", "--yaml"], "resolve / --format yaml"),
      (["resolve", "/", "word", "--toml", "-S"], nil),
      (["resolve", "/", "x", "--toml", "-S"], "resolve / x --format toml -S"),
      (["resolve", "/prod", "x", "--shell"], "resolve /prod x --format shell --prefix APP_"),
      (["check", "--text"], "check --format text"), (["get", "/", "word", "--yaml"], nil),
      (["resolve", "/prod", "--all"], "resolve /prod"), (["resolve", "--all"], "resolve /"),
      (["diff", "/", "/prod", "--against", "."], "diff / --against ."),
      (["diff", "/", "/prod", "--against", "."], "diff / /prod"),
      (["diff", "/", "prod", "x", "--against", ".", "--json"], "diff / x --against . --json"),
      (["diff", "/", "prod", "x", "--against", ".", "--json"], "diff / prod x --json"),
      (["diff", "/", "no.such", "--against", "."], nil),
      (["diff", "/prod", "/", "--against", "."], "diff /prod --against ."),
      (["diff", "/prod", "/", "--against", "."], "diff /prod /"),
      (["unset", "/", "x.y=6"], "unset / x.y"), (["stop", "/prod", "x.y="], "stop /prod x.y"),
      (["resume", "/prod", "x.y=6"], "resume /prod x.y"), (["unset", "/", "no.such=6"], nil),
      (["diff", "/", "/prod", "--since", "HEAD"], "diff / /prod"),
      (["where", "/", "x.y", "--all"], nil), (["get", "/only/here"], nil),
      (["get", "prod/eu/only.here"], "get /prod/eu only.here"),
      (["explain", "/prod/eu/only/here"], "explain /prod/eu only.here"),
      (["set", "prod/eu/only.here", "2"], "set /prod/eu only.here 2"),
      (["get", "prod/eu/no.such"], nil), (["/prod", "get", "x.y"], "get /prod x.y"),
      (["set", "/prod", "x.y", "6", "-n"], "set /prod x.y 6 --dry-run"),
      (["unset", "/", "x.y", "-n"], "unset / x.y --dry-run"),
      (["/prod", "get", "no.such"], nil), (["prod", "show", "x.y"], nil),
      (["resolve", "/", "-f", "yaml"], "resolve / --format yaml"),
      (["resolve", "/", "-f"], nil), (["get", "/", "x", "-f", "yaml"], nil),
    ] as [([String], String?)])
  func theLineThatWorksIsOffered(arguments: [String], line: String?) {
    let notes = errors(arguments).split(separator: "\n").filter { $0.hasPrefix("heir: note:") }
    let isOffered = notes.contains { note in
      line.map { note.hasSuffix(": heir \($0)") } ?? note.contains(": heir ")
    }
    #expect(isOffered == (line != nil), "\(notes)")
  }

  @Test(arguments: [
    // A key that nobody mentions.
    ["get", "no.such", "/prod"], ["stop", "no.such", "/prod"], ["unset", "no.such", "/prod"],
    ["get", "x.z", "prod"], ["get", "no.such"], ["explain", "only.here", "/prod"],
    ["watch", "no.such", "/prod"], ["where", "no.such", "/"],
    // A line that fails for another reason.
    ["get", "word", "/prod", "--type", "integer"],
    ["get", "x", "/prod", "--lines"], ["exec", "x", "/prod", "--prefix", "1", "--", "env"],
    ["set", "/", "text.x=1"], ["set", "/", "text.x=null"], ["set", "text.x=1"],
    // What would be read but once.
    ["set", "x.y", "/prod", "--from", "-"],
  ])
  func noneIsOfferedThatDoesNotWork(arguments: [String]) {
    let notes = errors(arguments).split(separator: "\n").filter { $0.hasPrefix("heir: note:") }
    #expect(!notes.contains { $0.contains(": heir ") }, "\(notes)")
  }

  /// A misspelt scope is no value, and a known key no other's value: who followed such a line would lose one.
  @Test(arguments: [
    ["set", "/stagin", "word", "prod"], ["set", "/weu", "x.y", ""], ["set", "/prdo", "new", ""],
    ["set", "odd", "/prod", "word"], ["set", "list", "/", "word"],
    ["set", "stagin", "word", "prod"],
  ])
  func noOrderIsOfferedThatWritesSomethingElse(arguments: [String]) {
    let notes = errors(arguments).split(separator: "\n").filter { $0.hasPrefix("heir: note:") }
    #expect(!notes.contains { $0.contains(": heir ") }, "\(notes)")
  }

  @Test(arguments: [
    ["scopes", "x", "--strict"], ["resolve", "/", "--except", "/x/*/"],
    ["diff", "/", "--against", ".", "word", "--except", "none", "--virtual"],
  ])
  func nothingIsSaidOfALineThatIsNotOffered(arguments: [String]) {
    let said = errors(arguments)
    for words in ["for a key", "write the key like this", "to compare"] {
      #expect(!said.contains(words), "\(said)")
    }
  }

  /// The arguments alone do not tell that a line is answered: what they name is of a kind that some options, files
  /// or directives refuse.
  @Test(arguments: [
    ("get lines word /prod", nil), ("get word x.y /prod", "get /prod word x.y"),
    ("get lines /prod", "get /prod lines"), ("get gone /prod", nil), ("resolve /prod --all", nil),
    ("explain x.y /prod -c", nil), ("explain x.y /prod --json", "explain /prod x.y --json"),
    ("get x.y /prod -o no/such", nil), ("where x.y / --set word=v", nil),
    ("where x.y / --virtual", nil),
    ("exec word /prod --prefix PATH -- env", nil), ("exec word /prod --prefix LD_ -- env", nil),
    ("exec word /prod --prefix NODE_OPTIONS -- env", nil),
    ("exec nul /prod --prefix P_ -- env", nil), ("diff x.y / /prod --format patch", nil),
    ("diff x.y /prod --against none --json", nil), ("get x=x.y y=nul /prod --shell", nil),
    ("set fixed /prod 2", nil), ("stop fixed /prod", nil),
    ("set typed /prod 3.5", nil), ("set typed /prod 4", "set /prod typed 4"),
    ("set x.y /two 5", nil), ("set x.y /prod 5", "set /prod x.y 5"), ("set x.y /prod other", nil),
    ("set x /prod {}", nil), ("set gone.by /prod 5", nil), ("set word.by /prod 5", nil),
    ("set x.y /prod 5 --set word=v", nil), ("set x.y /prod 5 --overlay over", nil),
    ("set x.y /prod 5 --until 2000-01-01", nil), ("get x.y /prod --strict", nil),
    ("watch x.* /prod", nil), ("watch x.y /prod --below --virtual", nil),
  ])
  func whatSomethingElseMayRefuseIsNotOffered(text: String, line: String?) {
    let hard = Scratch([
      (".heir", ""),
      (
        "p.json",
        #"""
        {"x": {"y": 1}, "word": "w", "lines": "a\nb", "nul": "\u0000", "gone": {"$ref": "no.such"},
         "fixed": 1, "$final": ["fixed"], "typed": 3, "$type": {"typed": "integer"}}
        """#
      ),
      ("prod/p.json", "{}"), ("two/a.json", #"{"x": {}}"#), ("two/b.json", #"{"x": {}}"#),
      ("over/p.json", "{}"),
    ])
    let errors = Harness(in: hard.url).run(text.split(separator: " ").map(String.init)).errors
    let offered = errors.split(separator: "\n").filter { $0.hasPrefix("heir: note: ") }
      .compactMap { note in note.range(of: ": heir ").map { String(note[$0.upperBound...]) } }
    #expect(offered == (line.map { [$0] } ?? []), "\(errors)")
  }

  @Test func noneIsOfferedThatMeetsABrokenFile() {
    scratch.write("broken/p.json", Array("{".utf8))
    for arguments in [["get", "x.y", "/broken"], ["where", "x.y", "/"], ["check", "x.y"]] {
      #expect(!errors(arguments).contains(": heir "), "\(arguments)")
    }
  }

  @Test(arguments: [
    ["set", "pass", "/prod", "hunter2"], ["get", "pass", "/prod", "--default", "hunter2"],
    ["get", "x.y", "/prod", "--set", "pass=hunter2"],
  ])
  func aSecretIsNotSaidAgain(arguments: [String]) {
    let errors = errors(arguments)
    #expect(!errors.contains("hunter2") && errors.contains("comes first"), "\(errors)")
  }

  /// Neither is the argument that is missing.
  @Test func aRootIsNotTakenForAScope() {
    let root = scratch.url.path
    for key in ["only.here", "no.such"] {
      #expect(!errors(["get", "--root", root, key]).contains("takes a value, here"))
      #expect(!errors(["--root", root, "get", key]).contains("takes a value, here"))
    }
    #expect(errors(["get", "x.y", "--root", "/prod"]).contains("'--root' takes a value, here"))
    #expect(
      errors(["get", "--root", root, "only.here"]).contains("has a value in '/prod/eu': heir"))
    let empty = Scratch()
    let elsewhere = Harness(in: empty.url).run("get", "only.here", "--root", root)
    #expect(elsewhere.errors.contains("has a value in '/prod/eu': heir"), "\(elsewhere)")
  }

  @Test func ofManyScopesThatHaveAKeyAFewAreNamed() {
    let many = Scratch([(".heir", "")] + "abcdefgh".map { ("\($0)/p.json", #"{"only": 1}"#) })
    let errors = Harness(in: many.url).run("get", "only").errors
    #expect(errors.contains("only has a value in '/a', '/b', '/c'"), "\(errors)")
    #expect(errors.contains(" more: heir get /a only\n"), "\(errors)")
  }

  @Test func whatIsNoOptionIsNotAnsweredWithTheNearest() {
    #expect(!errors(["resolve", "/", "--all"]).contains("--allow-env"))
  }

  /// A line with another program in it is no heir's to try.
  @Test func whatIsSaidOfEveryScopeRuns() throws {
    let note = errors(["resolve", "/", "--all"]).split(separator: "'")
    let line = try #require(note.first { $0.contains("xargs") })
    let heir = String(line).replacing("heir", with: "'\(Program.heir)'")
    let result = try Program.run("/bin/sh", ["-c", heir], in: scratch.url)
    #expect(result.status == 0 && result.output.split(separator: "\n").count > 10)
  }

  @Test(arguments: ["env", "bash", "sh"]) func aFormatOfVariablesIsAskedBack(word: String) {
    for line in [["--format", word], ["--\(word)"]] {
      #expect(errors(["resolve", "/"] + line).contains("'dotenv' for '.env' files"), "\(line)")
      #expect(!errors(["diff", "/", "/prod"] + line).contains("dotenv"))
    }
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

  @Test func theScopeOfTheCurrentDirectoryComesBeforeTheRoot() {
    #expect(errors(["get", "x.y"], in: "prod").contains(": heir get . x.y\n"))
  }

  @Test func tryingALineWritesNothing() throws {
    let page = scratch.url.appending(path: "page.html")
    let file = scratch.url.appending(path: "out")
    _ = errors(["where", "x.y", "/", "--html", page.path])
    _ = errors(["get", "x.y", "/prod", "-o", file.path])
    _ = errors(["set", "x.y", "/prod", "7"])
    _ = errors(["stop", "x.y", "/prod"])
    #expect(!FileManager.default.fileExists(atPath: page.path))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let written = scratch.url.appending(path: "prod/p.json")
    #expect(try String(contentsOf: written, encoding: .utf8) == "{}")
  }

  @Test func quietTellsErrorsAlone() {
    for arguments in [
      ["get", "x.y", "/prod", "-q"], ["get", "x.y", "-q"], ["get", "/", "list[0]", "--quiet"],
    ] {
      let errors = errors(arguments)
      #expect(!errors.contains("note:"), "\(errors)")
    }
  }

  @Test func aLineThatCannotBeShownAsItIsIsNotOffered() {
    #expect(ShellWords.text([Array("a\u{1B}b".utf8)]) == nil)
    #expect(ShellWords.text([Array("a b".utf8), Array("*".utf8), []]) == "'a b' '*' ''")
  }
}
