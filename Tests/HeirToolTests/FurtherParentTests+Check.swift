import Testing

// What is told of scopes from which others inherit depends on those.
extension FurtherParentTests {
  private static func check(_ files: (String, String)...) -> String {
    let tree = Scratch([(".heir", "")] + files)
    return Harness(in: tree.url).run("check").output
  }

  @Test func aParentThatStandsElsewhereWithoutTheListIsNotRepeated() {
    let parents = [("a/p.json", #"{"x": 1}"#), ("c/p.json", #"{"x": 2}"#)]
    let first = ("b/p.json", #"{"$inherit": ["/a", "/c"]}"#)
    let found = Self.check(
      parents[0], parents[1], first, ("s/p.json", #"{"$inherit": ["/b", "/a"]}"#))
    #expect(!found.contains("[repeated-parent]"), "\(found)")
    let same = Self.check(
      parents[0], parents[1], first, ("s/p.json", #"{"$inherit": ["/b", "/c"]}"#))
    #expect(same.contains("s/p.json:1:21: warning: "), "\(same)")
    #expect(same.contains("[repeated-parent]"), "\(same)")
  }

  @Test func aMarkerIsNotIdleWhoseKeyAnHeirMayHaveThatCannotBeRead() {
    let base = ("base/p.json", #"{"$exclude": ["k"]}"#)
    let heir = ("t/p.json", #"{"$inherit": ["/base"]}"#)
    #expect(Self.check(base, heir).contains("[idle-exclude]"))
    let found = Self.check(base, heir, ("t/q.json", #"{"k":"#))
    #expect(found.contains("[syntax]") && !found.contains("[idle-exclude]"), "\(found)")
  }

  @Test func whatNoHeirMissesIsRedundantAllTheSame() {
    let files = [("p.json", #"{"z": 1}"#), ("base/p.json", #"{"z": 1}"#)]
    let found = Self.check(files[0], files[1], ("t/p.json", #"{"$inherit": ["/base"]}"#))
    #expect(found.contains("base/p.json:1:7: warning: "), "\(found)")
    let needed = Self.check(
      files[0], files[1], ("other/p.json", #"{"z": 2}"#),
      ("t/p.json", #"{"$inherit": ["/base", "/other"]}"#))
    #expect(needed == "")
  }

  /// The levels of 'x' and 'y' are shared; 'k' has a value there, and in no scope.
  @Test func anAttributeThatMatchesOnlyInSharedLevelsIsIdle() {
    let found = Self.check(
      ("x/p.json", #"{"k": 1}"#), ("y/p.json", #"{"$secret": ["k"], "$stop": ["k"]}"#),
      ("z/p.json", "{}"), ("a/p.json", #"{"$inherit": ["/z", "/y", "/x"]}"#),
      ("b/p.json", #"{"$inherit": ["/z", "/y", "/x"]}"#))
    #expect(found.contains("y/p.json:1:14: warning: '$secret' names 'k'"), "\(found)")
    #expect(!found.contains("[idle-stop]"), "\(found)")
  }

  @Test func aBrokenFileIsReportedInItsOwnScope() {
    let found = Self.check(
      ("a/p.json", #"{"$inherit": ["/c"]}"#), ("c/p.json", #"{"k":"#), ("b/p.json", #"{"k": 1, }"#))
    #expect(found.hasPrefix("b/p.json:1:10: error: "), "\(found)")
  }

  @Test func aParentThatDoesNotExistIsCountedInAllScopesBelow() {
    let found = Self.check(
      ("a/p.json", #"{"$inherit": ["/x"]}"#), ("a/b/p.json", #"{"k": 1}"#),
      ("a/b/c/p.json", #"{"k": 1}"#))
    #expect(found.contains("(in 3 scopes) [reference]"), "\(found)")
  }

  @Test func aCircleIsToldWithoutTheWayThatLeadsToIt() {
    let tree = Scratch([
      (".heir", ""), ("a/p.json", #"{"$inherit": ["/b"]}"#), ("b/p.json", #"{"$inherit": ["/a"]}"#),
      ("s/p.json", #"{"$inherit": ["/t"]}"#), ("t/p.json", #"{"$inherit": ["/a"]}"#),
    ])
    let told = Harness(in: tree.url).run("get", "/s", "k")
    #expect(told.status == 2 && told.errors.contains("a/p.json:1:15"), "\(told)")
    #expect(told.errors.contains("b/p.json:1:15") && !told.errors.contains("s/p.json"), "\(told)")
    #expect(!told.errors.contains("t/p.json"), "\(told)")
  }

  /// As many as before, and no statement of 'x' is edited.
  @Test func whatChangesWithTheParentThatATemplateDrawsIsTold() {
    func tree(_ role: String) -> Scratch {
      Scratch([
        Self.rules(#""/s": ["/role/${role}"]"#), ("s/p.json", #"{"role": "\#(role)"}"#),
        ("s/t/p.json", "{}"), ("role/a/p.json", #"{"x": 1}"#), ("role/b/p.json", #"{"x": 2}"#),
      ])
    }
    let (former, now) = (tree("a"), tree("b"))
    let told = Harness(in: now.url).run(
      "impact", "--against", former.url.path, "--json", "-c", "-q"
    ).output
    #expect(told.contains(#"{"key":"x","from":{"value":1},"to":{"value":2}"#), "\(told)")
    #expect(told.contains(#""scopes":["/s","/s/t"]"#), "\(told)")
  }

  @Test func whatStandsAboveAFurtherParentIsThereByWhatNamesThatOne() {
    let tree = Scratch([
      (".heir", ""), ("roles/p.json", #"{"x": 1}"#), ("roles/web/p.json", "{}"),
      ("s/p.json", #"{"$inherit": ["/roles/web"]}"#),
    ])
    let told = Harness(in: tree.url).run("explain", "/s", "x", "--json", "-c").output
    let place = #""by":{"scope":"/s","file":"s/p.json","line":1,"column":15}}"#
    let levels = ["/roles/web", "/roles"].map { #"{"scope":"\#($0)",\#(place)"# }
    #expect(told.contains(levels.joined(separator: ",") + #",{"scope":"/"}"#), "\(told)")
  }

  @Test func anAbstractScopeIsHeldToNothingThatIsRequiredWhenItIsAskedStrictly() {
    let tree = Scratch([
      (".heir", ""), ("p.json", #"{"$required": ["k"]}"#), ("a/p.json", #"{"$abstract": true}"#),
      ("a/b/p.json", "{}"), ("s/p.json", "{}"),
    ])
    let harness = Harness(in: tree.url)
    for (scope, status) in [("/a/b", 0), ("/s", 2)] as [(String, Int32)] {
      let told = harness.run("resolve", scope, "--strict", "-c")
      #expect(told.status == status, "\(scope): \(told)")
    }
  }

  @Test func whatHasAParentThatOnlyAnOverlayHasKeepsNobodyFromTidying() {
    let tree = Scratch([
      (".heir", ""), ("a.json", #"{"k": 1}"#), ("b/a.json", #"{"k": 1, "l": 2}"#),
      ("c/a.json", #"{"$inherit": ["/y"]}"#), ("_over/y/a.json", "{}"),
    ])
    let harness = Harness(in: tree.url)
    let result = harness.run("tidy", "--overlay", "_over")
    #expect(result.status == 0, "\(result)")
    #expect(tree.text("b/a.json") == #"{"l": 2}"#)
    #expect(harness.run("tidy").errors.contains("cannot tidy 1 scope"))
  }
}
