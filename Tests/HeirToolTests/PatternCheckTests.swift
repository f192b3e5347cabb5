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
}
