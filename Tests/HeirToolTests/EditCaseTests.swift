import Foundation
import Testing

/// Edits of small trees: what is said, the exit status, and what the files hold then.
@Suite struct EditCaseTests {
  private let scratch = Scratch([(".heir", "")])

  private func tree(_ files: [String: String]) -> Harness {
    for (path, text) in files { scratch.write(path, Array(text.utf8)) }
    return Harness(in: scratch.url)
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOf: scratch.url.appending(path: path), encoding: .utf8)
  }

  @Test func aStopLeavesAWrittenEmptyObjectWhatItIs() {
    let heir = tree(["a.json": #"{"db":5}"#, "p/a.json": #"{"db":{}}"#])
    #expect(heir.run("stop", "/p", "db.x").status == 0)
    #expect(heir.run("get", "/p", "db").output == "{}\n")
    #expect(text("p/a.json") == #"{"$stop":["db.x"],"db":{}}"#)
    #expect(heir.run("resume", "/p", "db.x").status == 0)
    #expect(text("p/a.json") == #"{"db":{}}"#)
  }

  @Test func aReasonLeavesAWrittenEmptyObjectWhatItIs() {
    let heir = tree(["a.json": #"{"db":{}}"#])
    #expect(heir.run("stop", "/", "db.x", "--because", "why").status == 0)
    #expect(heir.run("get", "/", "db").output == "{}\n")
  }

  @Test func whatAScopeBelowCallsSecretIsInNoPatchAndNoNote() {
    let heir = tree([
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

  @Test func aNeighbourLinesAwayIsInNoPatchAndSoNoReasonToRefuse() {
    let far = (0..<8).map { "  \"k\($0)\": \($0)" }.joined(separator: ",\n")
    let heir = tree(["a.json": "{\n  \"$secret\": [\"pw\"],\n  \"pw\": \"SEC\",\n\(far)\n}\n"])
    #expect(heir.run("set", "/", "k7", "70", "--dry-run").status == 0)
    #expect(heir.run("set", "/", "k1", "10", "--dry-run").status == 2)
  }

  @Test func directivesInAnObjectStayWhenItIsSet() {
    let heir = tree([
      "a.json": #"{"db":{"p":1,"h":2}}"#,
      "p/a.json": #"{"db":{"$stop":["h"],"$secret":["p"],"p":2,"old":{"$stop":["x"],"y":1}}}"#,
    ])
    #expect(heir.run("set", "/p", "db", #"{"p":3,"n":4}"#).status == 0)
    #expect(
      text("p/a.json")
        == #"{"db":{"$stop":["h"],"$secret":["p"],"p":3,"old":{"$stop":["x"]},"n":4}}"#)
    #expect(heir.run("resolve", "/p", "--own", "-c").output == "{\"db\":{\"p\":3,\"n\":4}}\n")
    #expect(heir.run("set", "/p", "db", #"{"old":{"y":2},"n":5}"#).status == 0)
    #expect(
      text("p/a.json")
        == #"{"db":{"$stop":["h"],"$secret":["p"],"old":{"$stop":["x"],"y":2},"n":5}}"#)
    for value in ["{}", "5", #"{"$ref":"x"}"#, #"{"old":{}}"#] {
      let result = heir.run("set", "/p", "db", "--json", value)
      #expect(result.status == 2 && result.errors.contains("directive stands in db"), "\(value)")
      #expect(text("p/a.json")?.contains(#""n":5"#) == true)
    }
  }

  @Test func directivesInAnObjectStayWhenItIsUnset() {
    let heir = tree(["p/a.json": #"{"db":{"$stop":["h"],"p":2},"x":1}"#])
    #expect(heir.run("unset", "/p", "db").status == 0)
    #expect(text("p/a.json") == #"{"db":{"$stop":["h"]},"x":1}"#)
    #expect(heir.run("unset", "/p", "db").status == 1)
    #expect(text("p/a.json") == #"{"db":{"$stop":["h"]},"x":1}"#)
  }

  @Test func anObjectIsSetOnlyWhereItWillBeWhatIsSet() {
    let heir = tree([
      "a.json": #"{"db":{"a":0,"b":1}}"#, "b.json": #"{"db":{"c":2}}"#,
      "i/a.json": #"{"db":{"$include":"_f.txt"}}"#, "i/_f.txt": #"{"q":1}"#,
      "o/a.json": #"{"o":{"x":1}}"#, "o/b.json": #"{"o":5}"#,
    ])
    for (scope, key) in [("/", "db"), ("/i", "db"), ("/o", "o")] {
      let result = heir.run("set", scope, key, "--json", #"{"a":1}"#)
      #expect(result.status == 2 && result.errors.contains("stand at"), "\(scope)")
    }
    #expect(heir.run("set", "/i", "db.q", "2").status == 0)
    #expect(text("i/a.json") == #"{"db":{"$include":"_f.txt","q":2}}"#)
  }

  @Test func whatCannotBeReadInEitherTimeKeepsNobodyFromWriting() {
    let heir = tree(["a.json": #"{"k":1}"#, "x/a.json": "{}", "y/a.json": "{", "z/a.json": "{}"])
    symlink("/etc", scratch.url.appending(path: "z/out").path)
    let only = heir.run("set", "/x", "k", "3", "--only")
    #expect(only.status == 0)
    #expect(!only.errors.contains("cannot"))
    let root = heir.run("set", "/", "k", "4")
    #expect(root.errors.contains("changes in 2 scopes") && !root.errors.contains("warning"))
  }

  @Test func anInclusionThatIsNotThereIsNotWritten() {
    let heir = tree(["a.json": #"{"x":1}"#])
    let result = heir.run("set", "/", "k", "--json", #"{"$include":"nope.txt"}"#)
    #expect(result.status == 2)
    #expect(text("a.json") == #"{"x":1}"#)
  }

  @Test func aRefusedValueIsNotThereAlready() {
    let heir = tree(["a.json": #"{"f":1,"$final":["f"]}"#, "p/p.json": #"{"f":2,"$stop":["f"]}"#])
    #expect(heir.run("set", "/p", "f", "2").status == 2)
    #expect(heir.run("stop", "/p", "f").status == 2)
  }

  @Test func escapesAreNoChangeAndSpellingsOfNumbersAre() {
    let written = #"{"s":"\u0041\/","f":1e2}"#
    let heir = tree(["a.json": written])
    #expect(heir.run("set", "/", "s", "A/").status == 0)
    #expect(text("a.json") == written)
    #expect(heir.run("set", "/", "f", "100").status == 0)
    #expect(heir.run("get", "/", "f").output == "100\n")
  }

  @Test func linesOfAValueFollowTheFile() {
    let heir = tree(["a.json": "{\r\n\t\"a\": 1\r\n}\r\n"])
    #expect(
      heir.run("set", "/", "b.c", "{\n  \"x\": [\n    1,\n    \"y\\\" {\"\n  ]\n}").status == 0)
    #expect(
      text("a.json")
        == "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": {\r\n\t\t\t\"x\": [\r\n\t\t\t\t1,\r\n"
        + "\t\t\t\t\"y\\\" {\"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n")
    #expect(heir.run("set", "/", "a", "--json", "[\n1\n]").status == 0)
    #expect(text("a.json")?.hasPrefix("{\r\n\t\"a\": [\r\n\t\t1\r\n\t],\r\n") == true)
  }

  @Test func aFileThatDoesNotSayItIsNamed() {
    let heir = tree(["a.json": #"{"k":1,"$stop":["s"]}"#, "b.json": "{}"])
    #expect(heir.run("unset", "/", "k", "--file", "b.json").errors.contains("a.json:1:6 does"))
    #expect(heir.run("resume", "/", "s", "--file", "b.json").errors.contains("a.json:1:17 does"))
  }

  @Test func aFileInWhichSomethingElseStandsIsNoCandidate() {
    let heir = tree(["a.json": #"{"o":5}"#, "b.json": #"{"o":{"x":1}}"#])
    #expect(heir.run("set", "/", "o.y", "2").status == 0)
    #expect(text("b.json") == #"{"o":{"x":1,"y":2}}"#)
  }

  @Test func aKeyWhereTheScopeBelongsIsNoNewScope() {
    let heir = tree(["a.json": #"{"db":{"port":1}}"#, "p/a.json": "{}"])
    let result = heir.run("set", "db.port", "/p", "4")
    #expect(result.status == 2)
    #expect(result.errors.contains("heir set /p db.port 4") && !result.errors.contains("--create"))
    #expect(heir.run("unset", "/q", "k").errors.contains("--create") == false)
    #expect(heir.run("set", "/q", "k", "1").errors.contains("--create"))
    #expect(heir.run("unset", "/q", "k", "--create").status == 2)
  }

  @Test func onlySpellingsThatWouldBeTakenAreOffered() {
    let heir = tree(["a.json": #"{"$type":{"n":"integer","s":"string"},"n":1,"s":"x","q":1}"#])
    #expect(!heir.run("set", "/", "n", "abc").errors.contains("--string"))
    let string = heir.run("set", "/", "s", "5").errors
    #expect(string.contains("--string 5") && !string.contains("--json"))
    #expect(heir.run("set", "/", "q", "it's").errors.contains(#"--string 'it'\''s'"#))
  }

  @Test func aWayThroughWhatIsInheritedIsRefused() {
    let heir = tree(["a.json": #"{"port":1,"r":{"$ref":"port"}}"#, "p/a.json": "{}"])
    for key in ["port.x", "r.x", "r.x.y"] {
      #expect(heir.run("set", "/p", key, "1").status == 2, "\(key)")
    }
    #expect(text("p/a.json") == "{}")
  }

  @Test func reasonsGoWithTheirOverrideAndStayWithTheirStop() {
    let heir = tree(["p/a.json": #"{"$stop":["k"],"$because":{"k":"why","j":"x"},"k":1,"j":2}"#])
    #expect(heir.run("unset", "/p", "k").status == 0)
    #expect(text("p/a.json") == #"{"$stop":["k"],"$because":{"k":"why","j":"x"},"j":2}"#)
    #expect(heir.run("resume", "/p", "k").status == 0)
    #expect(text("p/a.json") == #"{"$because":{"j":"x"},"j":2}"#)
    #expect(heir.run("unset", "/p", "j").status == 0)
    #expect(text("p/a.json") == "{}")
  }

  @Test func whatHasAReasonIsNotTidiedAway() {
    let written = #"{"$stop":["nothing"],"$because":{"nothing":"x","k":"y"},"k":1}"#
    let heir = tree(["a.json": #"{"k":1}"#, "p/a.json": written])
    #expect(heir.run("tidy").status == 0)
    #expect(text("p/a.json") == written)
  }

  @Test func aRedundantValueThatALinkTakesElsewhereStays() throws {
    let heir = tree([
      "a.json": #"{"k":1}"#, "a/k.json": #"{"k":1,"x":2}"#, "b/x.json": #"{"k":2}"#,
      "b/c/y.json": "{}",
    ])
    symlink("../../a/k.json", scratch.url.appending(path: "b/c/k.json").path)
    let result = heir.run("tidy")
    #expect(result.status == 0 && result.errors.contains("k in a/k.json stays"))
    #expect(text("a/k.json") == #"{"k":1,"x":2}"#)
    #expect(heir.run("get", "/b/c", "k").output == "1\n")
  }

  @Test func aValueMovesUpOnlyWhereNothingElseChanges() {
    let heir = tree([
      "s/a.json": #"{"r":{"$ref":"k","default":0}}"#, "s/x/a.json": #"{"k":1,"m":2,"n":3}"#,
      "s/y/a.json": #"{"k":1,"m":2,"n":3,"$about":{"n":"said here"}}"#,
    ])
    let result = heir.run("tidy", "--hoist")
    #expect(result.status == 0)
    #expect(text("s/a.json") == #"{"r":{"$ref":"k","default":0},"m":2}"#)
    #expect(text("s/x/a.json") == #"{"k":1,"n":3}"#)
    #expect(result.errors.contains("k stays below /s"))
  }

  @Test func aValueDoesNotMoveUpWhereOneIsInherited() {
    let written = #"{"k":2}"#
    let heir = tree(["a.json": #"{"k":1}"#, "s/x/a.json": written, "s/y/a.json": written])
    #expect(heir.run("tidy", "--hoist").errors == "heir: note: there is nothing to tidy\n")
    #expect(text("s/x/a.json") == written)
  }

  @Test func whatOthersMayWorkOutIsComparedToo() {
    let heir = tree([
      "p.json": #"{"v":1.1,"tag":{"$format":"${v}-${b}"},"b":{"$env":"BUILD"}}"#,
      "p/p.json": #"{"v":1.10,"b":{"$env":"BUILD"}}"#,
    ])
    #expect(heir.run("tidy").errors.contains("v in p/p.json stays"))
    #expect(text("p/p.json") == #"{"v":1.10}"#)
  }

  @Test func aLinkedFileIsNotEmptiedForItsOwnSake() {
    let written = #"{"b":{"$env":"X"},"c":{"$ref":"b","default":"none"}}"#
    let heir = tree(["p.json": written, "p/q.json": "{}"])
    symlink("../p.json", scratch.url.appending(path: "p/p.json").path)
    #expect(heir.run("tidy").status == 0)
    #expect(text("p.json") == written)
  }

  @Test func whatHasToStayKeepsNothingElse() {
    let heir = tree([
      "p.json": #"{"a":1,"b":1,"t":{"$format":"${a}${b}"}}"#, "p/p.json": #"{"a":1.0,"b":1}"#,
      "u/p.json": #"{"b":1,"$stop":["zz"]}"#, "q/p.json": #"{"b":2}"#, "q/y/z.json": "{}",
    ])
    symlink("../../p/p.json", scratch.url.appending(path: "q/y/p.json").path)
    let result = heir.run("tidy")
    #expect(result.errors.contains("a in p/p.json stays"))
    #expect(result.errors.contains("b in p/p.json stays"))
    #expect(text("p/p.json") == #"{"a":1.0,"b":1}"#)
    #expect(text("u/p.json") == "{}")
  }

  @Test func aReasonForAnObjectIsOneForAllInIt() {
    let written = #"{"$because":{"o":"x"},"o":{"w":1}}"#
    let heir = tree(["p.json": #"{"o":{"w":1}}"#, "b/p.json": written])
    #expect(heir.run("tidy").status == 0)
    #expect(text("b/p.json") == written)
  }

  @Test func aCommentAloneIsNotLeftToBeAValue() {
    let heir = tree([
      "p.json": #"{"$final":["b"],"b":{"c":1}}"#,
      "p/p.json": #"{"x":1,"b":{"$stop":["zz"],"$comment":"why"}}"#,
    ])
    #expect(heir.run("tidy").status == 0)
    #expect(text("p/p.json") == #"{"x":1}"#)
    #expect(heir.run("check").status == 0)
  }

  @Test func aSecretDoesNotMoveUpToWhereItIsNone() {
    let written = #"{"pw":"x"}"#
    let heir = tree([
      "t/p.json": #"{"m":1}"#, "ov/a/p.json": #"{"$secret":["pw"]}"#, "t/a/p.json": written,
      "t/b/p.json": written,
    ])
    #expect(heir.run("tidy", "--hoist", "--root", "t", "--overlay", "ov").status == 0)
    #expect(text("t/a/p.json") == written)
  }

  @Test func aValueThatMovesUpIsThereBeforeItGoes() {
    let heir = tree(["p.json": #"{"m":1}"#, "a/p.json": #"{"v":1}"#, "b/p.json": #"{"v":1}"#])
    let patch = heir.run("tidy", "--hoist", "--dry-run").output
    let order = patch.split(separator: "\n").filter { $0.hasPrefix("+++") }
    #expect(order == ["+++ b/p.json", "+++ b/a/p.json", "+++ b/b/p.json"])
  }

  @Test func severalValuesMoveUpIntoAScopeWithoutAFile() {
    let heir = tree(["a/x/p.json": #"{"k":1,"l":2}"#, "a/y/p.json": #"{"k":1,"l":2}"#])
    #expect(heir.run("tidy", "--hoist", "--dry-run").output.hasPrefix("--- /dev/null\n"))
    #expect(heir.run("tidy", "--hoist").status == 0)
    #expect(heir.run("resolve", "/a", "-c").output == "{\"k\":1,\"l\":2}\n")
    #expect(text("a/x/p.json") == "{}" && text("a/y/p.json") == "{}")
  }

  @Test func theRootsTreeAloneIsProvenToo() {
    let written = #"{"$include":"../_f.json","a":{}}"#
    let heir = tree([
      "t/p.json": #"{"a":{"x":1}}"#, "t/_f.json": #"{"a":"s"}"#, "t/p/p.json": written,
      "ov/p.json": #"{"a":9}"#,
    ])
    #expect(heir.run("tidy", "--root", "t", "--overlay", "ov").status == 0)
    #expect(text("t/p/p.json") == written)
  }

  @Test func whatIsWrittenElsewhereMeanwhileIsProvenAgain() async throws {
    _ = tree(["p.json": #"{"a":1}"#, "p/p.json": #"{"a":1}"#])
    let script = """
      (flock p sleep 1.5) & sleep 0.3; "$HEIR" tidy & sleep 0.6
      echo '{"a":2}' >p.json; wait; "$HEIR" get /p a
      """
    let result = try Program.shell(script, in: scratch.url)
    #expect(result.output == "1\n")
  }

  @Test func manyScopesNeedFewDescriptors() throws {
    var files = ["p.json": #"{"a":1}"#]
    for number in 0..<150 { files["s\(number)/p.json"] = #"{"a":1}"# }
    _ = tree(files)
    let result = try Program.shell(
      "ulimit -Sn 128; \"$HEIR\" tidy -q; echo $?; cat s*/p.json | tr -d '{}' | wc -c",
      in: scratch.url)
    #expect(result.output == "0\n0\n")
  }

  @Test func aTypeThatIsDeclaredBelowIsToldWhereItBreaks() {
    let heir = tree([
      "p/a.json": #"{"$type":{"u":"string"}}"#, "p/q/a.json": "{}", "r/a.json": "{}",
      "w/a.json": #"{"$type":{"r":"integer"},"r":{"$ref":"v"},"v":5}"#,
    ])
    let below = heir.run("set", "/", "u", "3")
    #expect(below.status == 0)
    #expect(
      below.errors.contains(
        "'u' is of type number in /p, not string (p/a.json:1:11)"))
    #expect(
      heir.run("set", "/w", "v", "--string", "hello").errors.contains("'r' is of type string"))
    #expect(!heir.run("set", "/", "u", "--string", "x").errors.contains("warning"))
  }

  @Test func anOverlayThatAnswersFirstIsNamed() {
    let heir = tree(["base/a.json": #"{"k":1}"#, "over/a.json": #"{"k":2}"#])
    let result = heir.run("set", "/", "k", "3", "--root", "base", "--overlay", "over")
    #expect(result.status == 0 && result.errors.contains("overridden at over/a.json:1:6"))
    #expect(text("base/a.json") == #"{"k":3}"#)
  }

  @Test func aReferenceFromElsewhereCountsAsHit() {
    let heir = tree([
      "a/a.json": #"{"k":1}"#, "b/b.json": #"{"r":{"$ref":"k","scope":"/a"}}"#,
    ])
    #expect(heir.run("set", "/a", "k", "2", "--only").status == 2)
    #expect(heir.run("set", "/a", "k", "2").errors.contains("r changes in 1 scope: /b 1 → 2"))
  }

  @Test func aFileOfSeveralScopesIsWrittenThroughItsLink() throws {
    let heir = tree(["a/k.json": #"{"k":1}"#, "b/x.json": "{}"])
    symlink("../a/k.json", scratch.url.appending(path: "b/k.json").path)
    let result = heir.run("set", "/b", "k", "2")
    #expect(result.status == 0 && result.errors.contains("changes in 2 scopes: /b 1 → 2, 1 more"))
    #expect(text("a/k.json") == #"{"k":2}"#)
    #expect(heir.run("set", "/b", "k", "3", "--only").status == 2)
    let patch = heir.run("set", "/b", "k", "3", "--dry-run").output
    #expect(patch.hasPrefix("--- a/a/k.json\n"))
  }
}
