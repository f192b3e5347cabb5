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
}
