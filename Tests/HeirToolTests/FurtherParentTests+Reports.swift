import Foundation
import Testing

// What reports say of scopes that inherit from others than those above them.
extension FurtherParentTests {
  // MARK: What is not there

  @Test func whereTellsOnlyWhatItLookedAt() {
    let tree = Scratch([
      (".heir", ""), ("roles/web/a.json", #"{"$abstract": true, "port": 80}"#),
      ("prod/eu/a.json", #"{"$inherit": ["/roles/web"]}"#), ("broken/a.json", #"{"only":"#),
    ])
    let harness = Harness(in: tree.url)
    func note(_ arguments: String...) -> String {
      let errors = harness.run(["where"] + arguments).errors
      return errors.split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(
      note("/roles", "port", "--scopes")
        == "heir: note: no scope has a value for port; '--abstract' includes abstract scopes"
    )
    #expect(
      harness.run("where", "/roles", "port", "--scopes", "--abstract").output == "/roles/web\n")
    #expect(
      note("/prod", "prot")
        == "heir: note: no scope has a value for prot; the nearest key is port")
    #expect(
      note("/broken", "only") == "heir: note: no readable scope has a value for only"
    )
    #expect(note("/prod", "o*.p") == "heir: note: no scope has a key that matches")
    #expect(
      note("/", "timeout").hasPrefix(
        "heir: note: no readable scope has a value for timeout; '--abstract'"))
    #expect(harness.run("where", "/prod", "prot", "-q").errors == "")
  }

  @Test func aKeyThatFactsMightBringIsNotOnlyNeverSet() {
    let tree = Scratch([
      Self.rules(#""/host/{h}": ["/os/${$facts.os}"]"#), ("host/h1/x/a.json", #"{"k": 1}"#),
      ("os/deb/a.json", #"{"pkg": "apt"}"#), ("s/a.json", #"{"$inherit": ["/host/h1"]}"#),
      ("_f.json", #"{"os": "deb"}"#),
    ])
    let harness = Harness(in: tree.url)
    for scope in ["/host/h1", "/host/h1/x", "/s"] {
      let result = harness.run("get", scope, "pkg")
      #expect(
        result.errors.contains(
          "no level sets it; parents depend on facts here; give them with '--facts FILE'"),
        "\(result)")
      #expect(result.status == 1)
      #expect(harness.run("explain", scope, "pkg").output.contains("give them with '--facts FILE'"))
      #expect(harness.run("get", scope, "pkg", "--facts", "_f.json").output == "apt\n")
      #expect(!harness.run("get", scope, "other", "--facts", "_f.json").errors.contains("--facts"))
    }
    #expect(!harness.run("get", "/host", "pkg").errors.contains("--facts"))
  }

  // MARK: What is broken elsewhere

  @Test(arguments: [#"{"k":"#, #"{"$inherit": ["/nosuch"]}"#, #"{"$inherit": ["/b"]}"#])
  func everyScopeOfWhichNothingIsKnownIsUnresolved(broken: String) throws {
    let files = [
      (".heir", ""), ("a/a.json", broken), ("b/a.json", #"{"$inherit": ["/a"]}"#),
      ("c/a.json", #"{"$inherit": ["/a"]}"#), ("a/x/a.json", "{}"), ("c/d/a.json", "{}"),
      ("e/a.json", "{}"), ("z.json", #"{"k": 0}"#),
    ]
    let (tree, former) = (Scratch(files), Scratch(files + [("z.json", #"{"k": 1}"#)]))
    let harness = Harness(in: tree.url)
    for arguments in [["where", "/", "k"], ["impact", "--against", former.url.path]] {
      let told = harness.run(arguments + ["--json"])
      #expect(told.status == 2)
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
      let rows = try #require(report["unresolved"] as? [[String: Any]])
      #expect(
        Set(rows.compactMap { $0["scope"] as? String }) == ["/a", "/a/x", "/b", "/c", "/c/d"],
        "\(told.output)")
      #expect(Set(rows.map { "\($0)" }).count == rows.count)
    }
  }

  @Test func whatIsWrongWithAListOfParentsIsToldInItsOrderAndWithItsPlace() throws {
    let tree = Scratch([
      (".heir", ""), ("l/a.json", #"{"$inherit": ["/x", "/y", "/z"]}"#),
      ("r/a.json", #"{"$inherit": ["/_r"]}"#), ("_r/a.json", "{}"),
      ("o/a.json", #"{"$inherit": ["../../b"]}"#), ("t/a.json", #"{"$inherit": ["/link"]}"#),
    ])
    try FileManager.default.createSymbolicLink(
      atPath: tree.url.path + "/link", withDestinationPath: "/usr")
    let harness = Harness(in: tree.url)
    let lines = harness.run("get", "/l", "k").errors.split(separator: "\n")
    #expect(
      lines.filter { $0.contains("error: ") }.map { $0.prefix { $0 != "e" } }
        == ["l/a.json:1:15: ", "l/a.json:1:21: ", "l/a.json:1:27: "], "\(lines)")
    #expect(
      harness.run("get", "/r", "k").errors.contains(
        "parent scope '/_r' does not exist; a directory whose name begins with '.' or '_' is not a scope"
      ))
    #expect(
      harness.run("get", "/o", "k").errors.contains(
        "o/a.json:1:15: error: '../../b' leads out of the tree, above the root"))
    #expect(
      harness.run("get", "/t", "k").errors.contains(
        "t/a.json:1:15: note: '/t' inherits from '/link'"), "\(harness.run("get", "/t", "k"))")
  }

  @Test func whatADirectoryIsIgnoredByIsSaid() {
    let tree = Scratch([
      (".heir", #"{"ignore": ["build-*"]}"#), ("build-x/a.json", "{}"),
      ("s/a.json", #"{"$inherit": ["/build-x"]}"#),
    ])
    let errors = Harness(in: tree.url).run("get", "/s", "k").errors
    #expect(errors.contains("note: '.heir' ignores 'build-x'"), "\(errors)")
  }

  @Test(arguments: [#"{"$inherit": ["/nosuch"]}"#, #"{"$inherit": ["/b"]}"#])
  func whatIsWrongWithParentsIsSoInAllScopesBelow(broken: String) {
    let tree = Scratch([
      (".heir", ""), ("a/a.json", broken), ("b/a.json", #"{"$inherit": ["/a"]}"#),
      ("c/a.json", #"{"$inherit": ["/a"]}"#), ("a/x/a.json", "{}"), ("c/d/a.json", "{}"),
    ])
    let found = Harness(in: tree.url).run("check").output
    #expect(found.contains("(in 5 scopes)"), "\(found)")
    #expect(found.split(separator: "\n").count == 1)
  }

  @Test func aFinalThatIsBrokenElsewhereIsNoFindingHere() {
    let tree = Scratch([
      (".heir", ""), ("a.json", #"{"$final": ["k"], "k": 1}"#), ("p/a.json", #"{"k": 2}"#),
      ("q/a.json", #"{"$inherit": ["/p"]}"#), ("base/a.json", #"{"$final": ["z"], "z": 1}"#),
      ("m/a.json", #"{"z": 2}"#), ("n/a.json", #"{"$inherit": ["/m", "/base"]}"#),
    ])
    let harness = Harness(in: tree.url)
    #expect(harness.run("check", "/q").output == "")
    // Only who inherits from both breaks it.
    #expect(harness.run("check", "/n").output.hasPrefix("m/a.json:1:7: error: "))
    #expect(harness.run("check", "/p").status == 1 && harness.run("check", "/m").status == 0)
    #expect(harness.run("check").output.split(separator: "\n").count == 2)
  }

  // MARK: Abstract scopes

  @Test func whatChangesAbstractScopesAloneDoesNotChangeNothing() {
    let former = Scratch([
      (".heir", ""), ("p/a.json", #"{"$abstract": true, "k": "p"}"#), ("q/a.json", "{}"),
    ])
    let tree = Scratch([
      (".heir", ""), ("p/a.json", #"{"$abstract": true, "k": "p2"}"#), ("q/a.json", "{}"),
    ])
    let told = Harness(in: tree.url).run("impact", "--against", former.url.path)
    #expect(told.status == 0)
    #expect(
      told.output == """
        edits that change only abstract scopes:
            p/a.json:1:26  k  "p" → "p2"

        """)
    #expect(
      told.errors
        == "heir: note: no effective value changes; 1 edit changes only abstract scopes "
        + "('--abstract' shows them)\n")
    let json = Harness(in: tree.url).run("impact", "--against", former.url.path, "--json", "-c")
    #expect(json.output.contains(#""abstract":[{"side":"to","scope":"/p","#))
    #expect(json.output.contains(#""idle":[]"#))
  }

  @Test func aScopeThatBecomesAbstractIsStillCompared() {
    let rest = [
      (".heir", ""), ("p/a.json", #"{"k": 1}"#), ("q/a.json", #"{"z": 1}"#),
    ]
    let former = Scratch(rest + [("a/a.json", #"{"$inherit": ["/p"]}"#)])
    let tree = Scratch(rest + [("a/a.json", #"{"$inherit": ["/q"], "$abstract": true}"#)])
    for (now, before) in [(tree, former), (former, tree)] {
      let told = Harness(in: now.url).run("impact", "--against", before.url.path, "--scopes")
      #expect(told.output == "/a\n" && told.status == 1, "\(told)")
    }
  }

  // MARK: Orders

  @Test func oneConflictOfOrdersIsToldOnce() {
    let tree = Scratch([
      (".heir", ""), ("c/a/a.json", #"{"$inherit": ["/db"]}"#),
      ("db/db/a.json", #"{"$inherit": ["/c/db"]}"#), ("c/db/a.json", "{}"),
    ])
    let found = Harness(in: tree.url).run("check", "--rules", "parent-order").output
    #expect(found.split(separator: "\n").count == 1, "\(found)")
  }

  @Test(arguments: [
    (#"["..", "/"]"#, 1), (#"["/", ".."]"#, 1), (#"[".."]"#, 0), (#"["/w", "/x", ".."]"#, 1),
    (#"["/x", "/w"]"#, 1), (#"["/w"]"#, 0), (#"["/y", "/w"]"#, 0), (#"["/w", "/y"]"#, 0),
    (#"["..", "/y", "/a"]"#, 0), (#"["/a", "/y", ".."]"#, 1),
  ])
  func aParentThatMakesNoDifferenceIsRepeated(list: String, count: Int) {
    let tree = Scratch([
      (".heir", ""), ("a/b/a.json", "{\"$inherit\": \(list)}"), ("a/a.json", "{}"),
      ("w/a.json", #"{"$inherit": ["/x"]}"#), ("x/a.json", "{}"), ("y/a.json", "{}"),
    ])
    let found = Harness(in: tree.url).run("check", "--rules", "repeated-parent").output
    #expect(found.split(separator: "\n").count == count, "\(list): \(found)")
  }

  @Test func whatIsBrokenInAScopeWhoseNameBeginsAlikeIsToldOnce() {
    let tree = Scratch([
      (".heir", ""), ("web/a.json", #"{"$inherit": ["/web2"]}"#), ("web2/p.json", #"{"k":"#),
    ])
    let found = Harness(in: tree.url).run("check").output
    #expect(found.split(separator: "\n").count == 1, "\(found)")
  }

  @Test func whatAScopeBelowHasAtAnotherPlaceOfItsOrderIsNotRedundant() {
    let tree = Scratch([
      ("a.json", #"{"k": ""}"#), ("b/a.json", #"{"k": ""}"#), ("r/a.json", #"{"k": 1}"#),
      ("b/b/a.json", #"{"$inherit": ["/r"]}"#), ("b/b/c/a.json", "{}"),
      ("b/c/a.json", #"{"$inherit": ["..", "/b/b/c", "/r"]}"#), (".heir", ""),
    ])
    let harness = Harness(in: tree.url)
    #expect(harness.run("get", "/b/c", "k").output == "\n")
    #expect(harness.run("check", "--rules", "redundant").output == "")
  }

  @Test func aCycleHidesNoOtherMistakeOfAList() {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/*": ["/x/y"]}}"#), ("x/y/a.json", "{}"),
      ("x/b/a.json", #"{"$inherit": ["/a"]}"#),
    ])
    let found = Harness(in: tree.url).run("check").output
    #expect(found.contains("a cycle: '/x' inherits from itself"), "\(found)")
    #expect(found.contains("x/b/a.json:1:15: error: parent scope '/a' does not exist"), "\(found)")
  }

  @Test func ofAScopeThatIsGoneNoStatementIsAnEdit() {
    let tree = Scratch([
      ("now/.heir", ""), ("now/a/a.json", "{}"),
      ("_was/.heir", ""), ("_was/a/a.json", #"{"$inherit": ["/x"]}"#),
      ("_was/x/a.json", #"{"$x-owner": {"p": "me"}}"#),
    ])
    let told = Harness(in: tree.url).run("impact", "--root", "now", "--against", "_was").output
    #expect(told.contains("_was/a/a.json:1:14  $inherit"), "\(told)")
    #expect(!told.contains("$x-owner"), "\(told)")
    #expect(told.contains("scopes removed: /x"), "\(told)")
  }

  @Test func filesStandInTheOrderOfTheLineage() {
    let tree = Scratch([
      (".heir", ""), ("a.json", "{}"), ("base/a.json", "{}"), ("roles/a.json", "{}"),
      ("roles/web/a.json", #"{"$inherit": ["/base"], "$include": "_w.json"}"#),
      ("roles/web/_w.json", "{}"), ("prod/a.json", "{}"),
      ("prod/eu/a.json", #"{"$inherit": ["/roles/web"]}"#),
      ("prod/eu/h1/a.json", #"{"t": {"$file": "t.txt"}}"#), ("prod/eu/h1/t.txt", "x"),
    ])
    #expect(
      Harness(in: tree.url).run("files", "/prod/eu/h1").output == """
        .heir
        a.json
        prod/a.json
        roles/a.json
        base/a.json
        roles/web/a.json
        roles/web/_w.json
        prod/eu/a.json
        prod/eu/h1/a.json
        prod/eu/h1/t.txt

        """)
  }

  // MARK: Shapes

  @Test(arguments: [
    ("$inherit", #""/b""#), ("$inherit", "{}"), ("$inherit", "true"), ("$inherit", "[1]"),
    ("$abstract", "false"), ("$abstract", #""yes""#), ("$abstract", "[]"),
  ])
  func whatADirectiveOfScopesTakesIsSaid(directive: String, value: String) {
    let tree = Scratch([(".heir", ""), ("a/a.json", "{\"\(directive)\": \(value)}")])
    let errors = Harness(in: tree.url).run("get", "/a", "k").errors
    let wanted =
      directive == "$inherit"
      ? "takes a list of scopes (strings)"
      : "takes only true; leave it out if the scope is not abstract"
    #expect(errors.contains("error: '\(directive)' \(wanted)\n"), "\(errors)")
  }
}
