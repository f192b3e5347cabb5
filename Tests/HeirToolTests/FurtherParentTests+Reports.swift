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

  // MARK: Orders

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
}
