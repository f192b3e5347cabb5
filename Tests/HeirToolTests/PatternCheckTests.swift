import Foundation
import TestSupport
import Testing

/// What patterns of keys do in `check`, in reports and on command lines (K4).
@Suite struct PatternCheckTests {
  private static func run(_ files: [(path: String, text: String)], _ words: String...)
    -> Harness.Result
  {
    Scratch(tree: files).run(words)
  }

  private static func check(_ files: (path: String, text: String)..., only: String? = nil)
    -> [String]
  {
    Scratch(tree: files).run(["check"] + (only.map { ["--rules", $0] } ?? [])).output
      .split(separator: "\n").map(String.init)
  }

  /// The keys that are missing in the one scope.
  private static func missing(_ text: String) -> [String] {
    check(("p.json", text), only: "required").map {
      $0.split(separator: "'").dropFirst().first.map(String.init) ?? $0
    }
  }

  // MARK: Required

  @Test func whatIsRequiredAtAnyDepthEveryObjectThereIsMustHave() {
    #expect(
      Self.missing(
        #"{"$required": ["**.id"], "id": 1, "a": {"id": 2, "b": {"x": 3}}, "c": {}, "d": 4, "l": [{}]}"#
      )
        == ["a.b.id", "c.id"])
    #expect(Self.missing(#"{"$required": ["**.id"]}"#) == ["id"])
  }

  @Test func twoStarsRequireWhatNoneAndOneAndSeveralStarsRequire() {
    // None: as 'a.id', whether or not there is an 'a'.
    #expect(Self.missing(#"{"$required": ["a.**.id"], "b": {"c": 1}}"#) == ["a.id"])
    #expect(Self.missing(#"{"$required": ["a.**.id"], "a": 5}"#) == ["a.id"])
    #expect(
      Self.missing(#"{"$required": ["a.**.id"], "a": {"id": 1, "b": {"c": {"id": 1}}}, "d": {}}"#)
        == ["a.b.id"])
    // One star or more, and a last star, ask for nothing that is not there.
    #expect(
      Self.missing(#"{"$required": ["a.*.**.id"], "a": {"b": {"id": 1, "c": {}}}}"#) == ["a.b.c.id"]
    )
    #expect(Self.missing(#"{"$required": ["a.**"]}"#) == ["a"])
    #expect(Self.missing(#"{"$required": ["a.**"], "a": {"b": 1}}"#) == [])
    #expect(Self.missing(#"{"$required": ["**"]}"#) == [])
    #expect(Self.missing(#"{"o": {"$required": ["**.id"], "p": {}}}"#) == ["o.id", "o.p.id"])
  }

  @Test func behindAPartOfANameEveryObjectThatMatchesMustHaveIt() {
    #expect(
      Self.missing(
        #"{"$required": ["db*.port"], "db1": {"port": 1}, "db2": {}, "db3": 5, "x": {}}"#)
        == ["db2.port"])
    #expect(Self.missing(#"{"$required": ["db*"]}"#) == [])
  }

  @Test func whatIsMissingFollowsTheObjectsOfScopesBelow() {
    let found = Self.check(
      ("p.json", #"{"$required": ["**.id"], "id": 1, "o": {"p": {}}}"#),
      ("a/p.json", #"{"$stop": ["o.p"]}"#), ("b/p.json", #"{"o": {"id": 2, "p": {"id": 3}}}"#),
      ("c/p.json", #"{"o": {"id": 2, "p": {"id": 3, "q": {"r": 1}}}}"#), ("d/p.json", #"{"o": 1}"#),
      only: "required")
    #expect(found.map { $0.split(separator: "'")[1] } == ["o.p.q.id"], "\(found)")
    #expect(found[0].contains("in /c"), "\(found)")
  }

  // MARK: Types and others

  @Test func aTypeAtAnyDepthIsJudgedThere() {
    let found = Self.check(
      (
        "p.json",
        #"{"$type": {"**.port": "integer", "*_on": "boolean"}, "port": 1, "a": {"b": {"port": "x"}}, "x_on": 1, "on": 1}"#
      ),
      ("s/p.json", #"{"a": {"port": "y"}}"#))
    #expect(
      found.map { $0.split(separator: "'")[1] } == ["a.b.port", "x_on", "a.port"], "\(found)")
    #expect(
      Self.check(("p.json", #"{"$type": {"**": ["integer", "object"]}, "a": {"b": 1}}"#)) == [])
  }

  @Test func aPatternThatMeetsNothingIsIdle() {
    let found = Self.check(
      (
        "p.json",
        #"{"$type": {"**.prot": "integer", "prot*": "integer"}, "$secret": ["**.pw", "*_pw"], "$merge": {"**.tags": "append"}, "$final": ["**.none"], "port": 1}"#
      ))
    #expect(found.count == 6, "\(found)")
    #expect(
      found.allSatisfy { $0.contains("warning") && $0.hasSuffix("[idle-attribute]") }, "\(found)")
    let stops = Self.check(
      ("p.json", #"{"a": {"x": 1}, "y_pw": 1}"#),
      ("s/p.json", #"{"$stop": ["**.x", "**.z", "*_pw", "*_pv"], "$remove": {"**.l": [1]}}"#))
    #expect(
      stops.map { $0.split(separator: "'")[3] } == ["**.z", "*_pv", "**.l"], "\(stops)")
  }

  @Test func aPatternThatMeetsSomethingBelowIsNotIdle() {
    let found = Self.check(
      (
        "p.json",
        #"{"$type": {"**.port": "integer"}, "$secret": ["**.*_pw"], "$merge": {"o.**": "append"}, "$final": ["o.**.f"], "$exclude": ["**.own"], "o": {"l": [1]}}"#
      ),
      ("a/p.json", #"{"o": {"l": [2], "f": 1, "own": 1}}"#),
      ("a/b/p.json", #"{"x": {"y": {"port": 1, "my_pw": "s"}}}"#))
    #expect(found.filter { !$0.contains("[final]") } == [], "\(found)")
  }

  @Test func aBecauseByAPatternKeepsWhatItNames() {
    let found = Self.check(
      ("p.json", #"{"o": {"a": 1, "b": 1}, "k_x": 1, "k_y": 1}"#),
      ("s/p.json", #"{"$because": {"**.a": "so", "k_*": "so"}, "o": {"a": 1, "b": 1}, "k_x": 1}"#))
    #expect(found.map { $0.split(separator: "'")[1] } == ["o.b"], "\(found)")
  }

  // MARK: Secrets

  @Test func secretsAtAnyDepthAreMaskedInObjectsAndArrays() {
    let tree = [
      (
        "p.json",
        #"{"$secret": ["**.pw", "*_key"], "pw": "S1", "o": {"pw": {"x": "S2"}, "l": [{"pw": "S3", "n": 1}, [{"pw": "S4"}]]}, "a_key": "S5", "keyb": "open", "u": {"$format": "${o.pw.x}"}}"#
      )
    ]
    for words in [
      ["explain", "/"], ["explain", "/", "o"], ["where", "/", "**"],
      ["explain", "/", "o.l", "--json"],
    ] {
      let scratch = Scratch([(".heir", "")] + tree)
      let got = Harness(in: scratch.url).run(words)
      let all = got.output + got.errors
      for secret in ["S1", "S2", "S3", "S4", "S5"] {
        #expect(!all.contains(secret), "\(words): \(got)")
      }
    }
    let got = Self.run(tree, "get", "/", "pw", "keyb")
    #expect(got.output == "S1\nopen\n")
  }

  // MARK: Command lines

  @Test func whereTellsOfElementsOfArrays() {
    let tree = [
      (
        "p.json",
        #"{"servers": [{"port": 1, "tags": ["a", "b"]}, {"port": 2}, 5], "nested": [[{"port": 7}]], "o": {"port": 9}}"#
      ),
      ("a/p.json", #"{"servers": [{"port": 3}]}"#), ("b/p.json", #"{"$stop": ["servers"]}"#),
    ]
    func keys(_ key: String) -> [String] {
      let got = Self.run(tree, "where", "/", key, "--json", "-c")
      return got.output.components(separatedBy: #"{"key":""#).dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
    }
    #expect(keys("servers.*.port") == ["servers.0.port", "servers.1.port"])
    #expect(keys("servers.0.port") == ["servers.0.port"])
    #expect(keys("servers.*") == ["servers.0", "servers.1", "servers.2"])
    #expect(keys("servers.*.tags.*") == ["servers.0.tags.0", "servers.0.tags.1"])
    #expect(keys("**.port") == ["servers.0.port", "servers.1.port", "nested.0.0.port", "o.port"])
    #expect(keys("s*.1.p*") == ["servers.1.port"])
    #expect(keys("servers.0*") == [])
    let got = Self.run(tree, "where", "/", "servers.*.port", "--json", "-c").output
    #expect(
      got.contains(#""values":[{"value":1,"scopes":["/"]},{"value":3,"scopes":["/a"]}]"#), "\(got)")
    #expect(got.contains(#""absent":[{"reason":"stopped","at":{"scope":"/b""#), "\(got)")
  }

  @Test func elementsThatOnlyAScopeBelowHasAreTold() {
    let tree = [
      ("p.json", #"{"$merge": {"**.l": "append"}, "o": {"l": [{"k": 1}]}}"#), ("a/p.json", "{}"),
      ("b/p.json", #"{"o": {"l": [{"k": 2}]}}"#),
    ]
    let got = Self.run(tree, "where", "/", "**.l.*.k", "--json", "-c").output
    #expect(got.contains(#""key":"o.l.1.k""#), "\(got)")
    #expect(
      got.contains(
        #"{"value":2,"scopes":["/b"]}],"absent":[{"reason":"never-set","scopes":["/","/a"]}]"#),
      "\(got)")
  }

  @Test func exceptLeavesOutWhatAPatternNames() {
    let tree = [
      ("p.json", #"{"a": {"pw": 1, "k": 2, "b": {"pw": {"x": 3}}}, "pw": 4, "my_pw": 5}"#)
    ]
    #expect(
      Self.run(tree, "resolve", "/", "-c", "--except", "**.pw").output
        == #"{"a":{"k":2},"my_pw":5}"# + "\n")
    #expect(
      Self.run(tree, "resolve", "/", "-c", "--except", "*_pw", "--except", "a.**").output
        == #"{"pw":4}"# + "\n")
    let none = Self.run(tree, "resolve", "/", "--except", "**.none")
    #expect(none.status == 2 && none.errors.contains("mentions **.none"), "\(none)")
  }

  @Test func diffLeavesOutWhatAPatternNames() {
    let tree = [
      ("a/p.json", #"{"o": {"at": 1, "k": 1}, "at": 1}"#),
      ("b/p.json", #"{"o": {"at": 2, "k": 2}, "at": 2}"#),
    ]
    #expect(Self.run(tree, "diff", "/a", "/b", "--keys", "--except", "**.at").output == "o.k\n")
    #expect(Self.run(tree, "diff", "/a", "/b", "--keys", "--except", "a*").output == "o.at\no.k\n")
    let patch = Self.run(tree, "diff", "/a", "/b", "--format", "patch", "--except", "**.at").output
    #expect(patch.contains("/o/k") && !patch.contains("/at"), "\(patch)")
  }

  @Test func aKeyThatIsToBeOneValueIsNoPattern() {
    let tree = [("p.json", #"{"a*": 1, "ab": 2}"#)]
    let got = Self.run(tree, "get", "/", "a*")
    #expect(got.status == 2 && got.errors.contains("pattern"), "\(got)")
    #expect(Self.run(tree, "get", "/", "\"a*\"").output == "1\n")
    let set = Self.run(tree, "set", "/", "a*", "5")
    #expect(set.status == 2 && set.errors.contains("pattern"), "\(set)")
    let triple = Self.run(tree, "where", "/", "a.***")
    #expect(
      triple.status == 2 && triple.errors.contains("'**' in 'a.***' must be alone between dots"),
      "\(triple)")
    #expect(Self.run(tree, "resolve", "/", "--keys").output == "\"a*\"\nab\n")
  }

  @Test func explainTellsOfAPatternOnlyWhereItMayBeMeant() {
    let tree = [
      ("p.json", #"{"$exclude": ["**.pw"], "k": 1, "o": {"pw": 2, "n": 3}}"#), ("s/p.json", "{}"),
    ]
    #expect(!Self.run(tree, "explain", "/s", "k").output.contains("**.pw"))
    #expect(Self.run(tree, "explain", "/s", "o.pw").output.contains("**.pw"))
    #expect(Self.run(tree, "explain", "/s", "o").output.contains("**.pw"))
  }

  @Test func aPatternInAFragmentCountsFromWhereItIsIncluded() {
    let tree = [
      ("_f.json", #"{"$stop": ["**"], "x": 1}"#),
      ("_g.json", #"{"$stop": ["**.z"], "$final": ["**"]}"#),
      ("p.json", #"{"db": {"y": 2}, "e": {"z": 1, "d": {"z": 2, "w": 3}}, "k": 3}"#),
      ("s/p.json", #"{"db": {"$include": "../_f.json"}, "e": {"$include": "../_g.json", "v": 4}}"#),
      ("s/t/p.json", #"{"e": {"v": 5, "u": 6}}"#),
    ]
    #expect(
      Self.run(tree, "resolve", "/s", "-c").output
        == #"{"db":{"x":1},"e":{"d":{"w":3},"v":4},"k":3}"# + "\n")
    #expect(
      Self.run(tree, "resolve", "/s/t", "-c").output
        == #"{"db":{"x":1},"e":{"d":{"w":3},"v":4},"k":3}"# + "\n")
    #expect(Self.run(tree, "get", "/s", "db.y").status == 1)
    #expect(Self.run(tree, "get", "/s/t", "e.u").status == 1)
  }
}

extension PatternCheckTests {
  /// Ten times as many patterns over the same keys cost a few times as much, wherever they stand in a tree.
  @Test(arguments: ["**.k%_x", "*.*.k%_x", "**.*%_x"])
  func patternsAreFollowedTogether(pattern: String) throws {
    let growth = Growth.ofBusySeconds { count in
      let all = (0..<count).map { "\"\(pattern.replacing("%", with: "\($0)"))\"" }
      let objects = (0..<40).map { object in
        let members = (0..<20).map { "\"k\($0)_x\": \(object)" }.joined(separator: ", ")
        return "\"o\(object)\": {\"p\": {\(members)}}"
      }
      let files =
        [
          (".heir", ""),
          (
            "p.json",
            "{\"$final\": [\(all.joined(separator: ", "))], \(objects.joined(separator: ", "))}"
          ),
        ]
        + (0..<20).map { ("s\($0)/p.json", "{\"n\($0)\": 1}") }
      let scratch = Scratch(files)
      let got = Harness(in: scratch.url).run(["check", "-q", "--ignore", "idle-attribute"])
      #expect(got.status == 0, "\(got)")
    }
    #expect(try growth.ratio(from: 20, to: 200, until: 8) < 8)
  }
}
