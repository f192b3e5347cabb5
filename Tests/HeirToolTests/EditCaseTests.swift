import Foundation
import TestSupport
import Testing

@Suite struct EditCaseTests {
  private let scratch = Scratch([(".heir", "")])

  @Test func whatAScopeBelowCallsSecretIsInNoPatchAndNoNote() {
    let heir = scratch.harness(adding: [
      "a.json": #"{"k":"SEC1"}"#, "p/p.json": #"{"k":"SEC2", "z": 1}"#,
      "p/q/q.json": #"{"$secret":["k"]}"#,
    ])
    for arguments in [
      ["set", "/p", "k", "SEC3"], ["set", "/p", "z", "2"], ["unset", "/p", "k"],
      ["set", "/p", "z", "2", "-q"],
    ] {
      let result = heir.run(arguments + ["--dry-run"])
      #expect(result.status == 2, "\(arguments)")
      #expect(result.output.isEmpty && !result.errors.contains("SEC"), "\(arguments)")
    }
    #expect(heir.run("set", "/p", "k", "SEC3", "--dry-run", "--reveal").output.contains("SEC3"))
    #expect(!heir.run("unset", "/p", "new").errors.contains("SEC"))
    let unset = heir.run("unset", "/p", "k")
    #expect(unset.status == 0 && !unset.errors.contains("SEC"))
    #expect(!heir.run("unset", "/p", "k").errors.contains("SEC"))
  }

  @Test(
    .needs("patch"),
    arguments: [
      ["set", "/", "b", "3"], ["set", "/", "a", "3"], ["unset", "/", "b"], ["unset", "/", "a"],
      ["stop", "/", "x"], ["set", "/", "n", "1"],
    ])
  func aSecretBesideAChangeIsLeftOutOfThePatchWhichAppliesAllTheSame(edit: [String]) {
    let written = "{\n  \"$secret\": [\"pw\"],\n  \"a\": 1,\n  \"pw\": \"SEC\",\n  \"b\": 2\n}\n"
    let heir = scratch.harness(adding: ["a.json": written])
    let preview = heir.run(edit + ["--dry-run"])
    if preview.status == 2 {
      // The comma behind it goes or comes.
      #expect(preview.errors.contains("the patch would show pw, which is secret"))
      #expect(preview.errors.contains("changes in 1 scope"), "\(edit)")
      return
    }
    #expect(!preview.output.contains("SEC") && preview.output.contains("@@"), "\(edit)")
    _ = TranscriptDesk().pipe(preview.output, into: ["patch", "-p1"], in: scratch.url)
    let patched = scratch.text("a.json")
    scratch.write("a.json", Array(written.utf8))
    #expect(heir.run(edit).status == 0)
    #expect(scratch.text("a.json") == patched, "\(edit)")
  }

  @Test func aPatchShowsWhatIsRemovedByAPatternThatNamesNothingSecret() {
    let heir = scratch.harness(adding: [
      "a.json":
        "{\n  \"$type\": {\"z\": \"integer\"},\n  \"$remove\": {\"*\": [1]},\n  \"z\": 1\n}\n",
      "p/a.json": "{\n  \"$secret\": [\"o.pw\"],\n  \"$remove\": {\"o.*\": [1]}\n}\n",
    ])
    #expect(heir.run("set", "/", "z", "2", "--dry-run").output.contains("$remove"))
    let refused = heir.run("unset", "/p", "o", "--dry-run")
    #expect(refused.status == 1)
    let changed = heir.run("set", "/p", "q", "1", "--dry-run")
    #expect(changed.status == 2 && changed.errors.contains("would show o.*, which is secret"))
  }

  @Test(arguments: [
    (#"["l"]"#, "[1]"), (#"["l.*"]"#, "[1]"), (#"["l.*.pw"]"#, #"[{"n":1,"pw":"SEC"}]"#),
    (#"["l.*.o.pw"]"#, #"[{"o":[{"pw":1},{"x":2}]},{"o":{"pw":"SEC"}}]"#),
  ])
  func whatIsRemovedIsASecretWhereItHoldsOne(secret: String, removed: String) {
    let heir = scratch.harness(adding: [
      "a.json": "{\"$secret\": \(secret), \"l\": []}",
      "p/a.json": "{\n  \"$remove\": {\n    \"l\": \(removed)\n  },\n  \"z\": 1\n}\n",
      "r/a.json": "{\"$remove\": {\"l\": \(removed)}, \"z\": 1}",
      "q/a.json": "{\n  \"$remove\": {\"l\": [{\"n\": 1}]},\n  \"z\": 1\n}\n",
    ])
    let narrowed = heir.run("set", "/p", "z", "2", "--dry-run")
    #expect(narrowed.status == 0 && !narrowed.output.contains(removed))
    let changed = heir.run("set", "/r", "z", "2", "--dry-run")
    #expect(changed.status == 2 && changed.errors.contains("would show l, which is secret"))
    let shown = heir.run("set", "/q", "z", "2", "--dry-run")
    #expect(shown.output.contains(#"[{"n": 1}]"#) == secret.contains("pw"))
  }

  @Test func whatWasDrawnFromIsComparedBeforeAnotherScopeIsTrusted() {
    var heir = scratch.harness(adding: [
      "a.json": #"{"k":1}"#, "p/a.json": #"{"k":2}"#, "p/q/a.json": #"{"k":3}"#,
    ])
    heir.meanwhile = { self.scratch.write("p/q/a.json", Array("{}".utf8)) }
    let result = heir.run("set", "/p", "k", "5", "--only-here")
    #expect(result.status == 2 && scratch.text("p/a.json") == #"{"k":2}"#, "\(result.errors)")
    heir.meanwhile = { self.scratch.write("p/r/a.json", Array("{}".utf8)) }
    #expect(heir.run("set", "/p", "k", "5", "--only-here").status == 2)
    #expect(scratch.text("p/a.json") == #"{"k":2}"#)
  }

  /// What an edit refuses, with nothing written (W5).
  @Test(arguments: [
    ("set /p f 2", "f is final: /p cannot change it"),
    ("stop /p f", "f is final: /p cannot change it"),
    ("set /p t --as-string x", "'t' is a string in /p, not an integer"),
    ("set /p k --as-json {\"$ref\":\"nope\"}", "k could no longer be evaluated in /p, /p/q"),
    ("set /p k 2 --until 2026-03-13", "the day of '--until' is past: 2026-03-13"),
    ("set /b k 1", "expected a name in double quotes"),
    ("resume /b k", "expected a name in double quotes"),
    ("set /p k.x 1", "k.x is inside k, which is not an object"),
    ("set /p r.x 1", "r.x is inside r, which is computed"),
  ])
  func whatAnEditRefusesIsToldAndNothingIsWritten(line: String, words: String) {
    let files = [
      "a.json": #"{"$final":["f"],"$type":{"t":"integer"},"f":1,"t":1,"k":1,"r":{"$ref":"k"}}"#,
      "p/a.json": "{}", "p/q/a.json": "{}", "b/a.json": "{,",
    ]
    let heir = scratch.harness(adding: files)
    for extra in [[], ["--dry-run"]] {
      let result = heir.run(line.split(separator: " ").map(String.init) + extra)
      #expect(result.status == 2 && result.output.isEmpty, "\(line): \(result.errors)")
      #expect(result.errors.contains(words), "\(line): \(result.errors)")
    }
    for (path, held) in files { #expect(scratch.text(path) == held) }
  }

  /// What there is not to do is no failure (W5).
  @Test(arguments: [
    ("unset /p k", "the files of /p do not set k"), ("unset /p k.x", "do not set k.x"),
    ("unset /p r.x", "do not set r.x"), ("resume /p k", "the files of /p do not stop k"),
    ("resume /p s.x", "a wider stop of /p covers s.x"),
    ("resume /p/q s", "it is stopped at p/a.json:1:12"),
    ("resume /p e", "it is excluded at a.json:1:14"),
    ("resume /p/i o", "the files of /p/i do not stop o; o.x is stopped at p/i/a.json:1:16"),
  ])
  func whatThereIsNotToTakeOutIsTold(line: String, words: String) {
    let files = [
      "a.json": #"{"$exclude":["e"],"e":1,"k":1,"r":{"$ref":"k"},"s":{"x":1},"o":{"x":1}}"#,
      "p/a.json": #"{"$stop": ["s"]}"#, "p/q/a.json": "{}",
      "p/i/a.json": #"{"o":{"$stop":["x"],"y":1}}"#,
    ]
    let heir = scratch.harness(adding: files)
    let result = heir.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 1 && result.errors.contains(words), "\(line): \(result.errors)")
    for (path, held) in files { #expect(scratch.text(path) == held) }
  }

  @Test func whatIsLongIsCutWhereAnEditIsToldOfIt() {
    let name = String(repeating: "n", count: 50_000)
    let text = String(repeating: "x", count: 50_000)
    let heir = scratch.harness(adding: [
      "a.json": #"{"$deprecated": {"old": "\#(text)"}, "$final": ["\#(name)"], "\#(name)": 1}"#,
      "p/a.json": "{}",
    ])
    for edit in [["set", "/", "old", "1"], ["set", "/p", name, "2"], ["stop", "/p", name]] {
      let errors = heir.run(edit).errors
      #expect(!errors.isEmpty && errors.utf8.count < 20_000, "\(edit[0]): \(errors.utf8.count)")
    }
  }

  @Test func aFilesFinalNewlineIsPartOfTheValueOnlyWhereThatIsSaid() {
    let heir = scratch.harness(adding: ["a.json": "{}"])
    for (held, taken) in [("x\n", "x"), ("x\n\n", "x\n"), ("x", "x"), ("\n", ""), ("x\r\n", "x")] {
      scratch.write("in.txt", Array(held.utf8))
      #expect(heir.run("set", "/", "k", "--from", "in.txt").status == 0)
      #expect(heir.run("get", "/", "k").output == taken + "\n")
      #expect(heir.run("set", "/", "k", "--from", "in.txt", "--exact").status == 0)
      #expect(heir.run("get", "/", "k").output == held + "\n")
    }
    #expect(heir.run("set", "/", "k", "x", "--exact").status == 2)
  }

  @Test func directivesInAnObjectStayWhenItIsSet() {
    let heir = scratch.harness(adding: [
      "a.json": #"{"db":{"p":1,"h":2}}"#,
      "p/a.json": #"{"db":{"$stop":["h"],"$secret":["p"],"p":2,"old":{"$stop":["x"],"y":1}}}"#,
    ])
    #expect(heir.run("set", "/p", "db", #"{"p":3,"n":4}"#).status == 0)
    #expect(
      scratch.text("p/a.json")
        == #"{"db":{"$stop":["h"],"$secret":["p"],"p":3,"old":{"$stop":["x"]},"n":4}}"#)
    #expect(heir.run("resolve", "/p", "--own", "-c").output == "{\"db\":{\"p\":3,\"n\":4}}\n")
    #expect(heir.run("set", "/p", "db", #"{"old":{"y":2},"n":5}"#).status == 0)
    #expect(
      scratch.text("p/a.json")
        == #"{"db":{"$stop":["h"],"$secret":["p"],"old":{"$stop":["x"],"y":2},"n":5}}"#)
    for value in ["{}", "5", #"{"$ref":"x"}"#, #"{"old":{}}"#] {
      let result = heir.run("set", "/p", "db", "--as-json", value)
      #expect(result.status == 2 && result.errors.contains("remove a directive in db"), "\(value)")
      #expect(scratch.text("p/a.json")?.contains(#""n":5"#) == true)
    }
  }

  @Test func anObjectIsSetOnlyWhereItWillBeWhatIsSet() {
    let heir = scratch.harness(adding: [
      "a.json": #"{"db":{"a":0,"b":1}}"#, "b.json": #"{"db":{"c":2}}"#,
      "i/a.json": #"{"db":{"$include":"_f.txt"}}"#, "i/_f.txt": #"{"q":1}"#,
      "o/a.json": #"{"o":{"x":1}}"#, "o/b.json": #"{"o":5}"#,
    ])
    for (scope, key) in [("/", "db"), ("/i", "db"), ("/o", "o")] {
      let result = heir.run("set", scope, key, "--as-json", #"{"a":1}"#)
      #expect(result.status == 2 && result.errors.contains("its members at"), "\(scope)")
    }
    #expect(heir.run("set", "/i", "db.q", "2").status == 0)
    #expect(scratch.text("i/a.json") == #"{"db":{"$include":"_f.txt","q":2}}"#)
  }

  @Test func aRedundantValueThatALinkTakesElsewhereStays() throws {
    let heir = scratch.harness(adding: [
      "a.json": #"{"k":1}"#, "a/k.json": #"{"k":1,"x":2}"#, "b/x.json": #"{"k":2}"#,
      "b/c/y.json": "{}",
    ])
    symlink("../../a/k.json", scratch.url.appending(path: "b/c/k.json").path)
    let result = heir.run("tidy")
    #expect(result.status == 0 && result.errors.contains("k in a/k.json stays"))
    #expect(scratch.text("a/k.json") == #"{"k":1,"x":2}"#)
    #expect(heir.run("get", "/b/c", "k").output == "1\n")
  }

  @Test func aSecretDoesNotMoveUpToWhereItIsNone() {
    let written = #"{"pw":"x"}"#
    let heir = scratch.harness(adding: [
      "t/p.json": #"{"m":1}"#, "ov/a/p.json": #"{"$secret":["pw"]}"#, "t/a/p.json": written,
      "t/b/p.json": written,
    ])
    #expect(heir.run("tidy", "--hoist", "--root", "t", "--overlay", "ov").status == 0)
    #expect(scratch.text("t/a/p.json") == written)
  }

  @Test func aValueThatMovesUpIsThereBeforeItGoes() {
    let heir = scratch.harness(adding: [
      "p.json": #"{"m":1}"#, "a/p.json": #"{"v":1}"#, "b/p.json": #"{"v":1}"#,
    ])
    let patch = heir.run("tidy", "--hoist", "--dry-run").output
    let order = patch.split(separator: "\n").filter { $0.hasPrefix("+++") }
    #expect(order == ["+++ b/p.json", "+++ b/a/p.json", "+++ b/b/p.json"])
  }

  @Test func manyScopesNeedFewDescriptors() throws {
    var files = ["p.json": #"{"a":1}"#]
    for number in 0..<150 { files["s\(number)/p.json"] = #"{"a":1}"# }
    _ = scratch.harness(adding: files)
    let result = try Program.shell(
      "ulimit -Sn 128; \"$HEIR\" tidy -q; echo $?; cat s*/p.json | tr -d '{}' | wc -c",
      in: scratch.url)
    #expect(result.output == "0\n0\n")
  }

  @Test func aFileOfSeveralScopesIsWrittenThroughItsLink() throws {
    let heir = scratch.harness(adding: ["a/k.json": #"{"k":1}"#, "b/x.json": "{}"])
    symlink("../a/k.json", scratch.url.appending(path: "b/k.json").path)
    let result = heir.run("set", "/b", "k", "2")
    #expect(result.status == 0 && result.errors.contains("changes in 2 scopes: /b 1 → 2, 1 more"))
    #expect(scratch.text("a/k.json") == #"{"k":2}"#)
    #expect(heir.run("set", "/b", "k", "3", "--only-here").status == 2)
    let patch = heir.run("set", "/b", "k", "3", "--dry-run").output
    #expect(patch.hasPrefix("--- a/a/k.json\n"))
  }
}
