import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// Reduced cases that the laws on random trees found.
@Suite struct DistributionCaseTests {
  private typealias Files = [(path: String, text: String)]

  /// What each scope has of a key.
  private static func told(
    _ pattern: String, _ files: Files, overlay: Files = [], from scope: String = "/"
  ) throws -> [String: String] {
    let memory = MemoryTree(files, overlays: overlay.isEmpty ? [] : [overlay])
    let names = memory.names
    let distribution = Distribution(
      [try KeySyntax.pattern(Array(pattern.utf8), names)], names, memory, reveals: false)
    try TreeWalk.run(along: memory.way(to: MemoryTree.scope(scope)), distribution)
    var told: [String: String] = [:]
    func note(_ key: KeyDistribution, _ scopes: ScopeSet, _ words: String) {
      for number in scopes.numbers {
        let scope = String(decoding: distribution.scopeIndex.scopes[number].path, as: UTF8.self)
        told["\(names.text(key.key)) in \(scope)", default: ""] += words
      }
    }
    for key in distribution.keys {
      for share in key.values {
        note(key, share.scopes, String(decoding: share.value.json, as: UTF8.self))
      }
      for gap in key.absences {
        note(key, gap.scopes, gap.absence.map { "\($0.reason) at \($0.place.text)" } ?? "never set")
      }
      for failure in key.failures { note(key, failure.scopes, "fails") }
    }
    return told
  }

  @Test func aFragmentThatIsNotThereFailsWhereItIsIncludedAndBelow() throws {
    let files: Files = [
      ("/a.json", #"{"b":1}"#), ("/p/a.json", #"{"$include":"_f.json"}"#), ("/p/q/a.json", "{}"),
    ]
    #expect(
      try Self.told("b", files) == ["b in /": "1", "b in /p": "fails", "b in /p/q": "fails"])
  }

  @Test(arguments: ["c.c", "*.*", "**.c.c"])
  func whatAComputedValueHeldIsGoneWithIt(pattern: String) throws {
    let files: Files = [
      ("/a.json", #"{"c":{"c":1}}"#), ("/p/a.json", #"{"c":{"$ref":"$inherited"}}"#),
      ("/p/q/a.json", #"{"$stop":["c"]}"#), ("/p/r/a.json", #"{"c":2}"#), ("/p/s/a.json", "{}"),
    ]
    #expect(
      try Self.told(pattern, files, from: "/p") == [
        "c.c in /p": "1", "c.c in /p/q": "stopped at p/q/a.json:1:11",
        "c.c in /p/r": "replaced at p/r/a.json:1:6", "c.c in /p/s": "1",
      ])
  }

  @Test func aFinalBelowMayChangeWhatATreeStackedOnItsOwnDoes() throws {
    let files: Files = [
      ("/a.json", #"{"b":{"a":1}}"#), ("/p/a.json", #"{"$final":["b"]}"#), ("/q/a.json", "{}"),
    ]
    let overlay: Files = [("/a.json", #"{"b":3}"#)]
    for pattern in ["b.a", "*.*"] {
      #expect(
        try Self.told(pattern, files, overlay: overlay) == [
          "b.a in /": "replaced at a.json:1:6", "b.a in /p": "1",
          "b.a in /q": "replaced at a.json:1:6",
        ])
    }
  }

  @Test func aStrategyBelowMayChangeWhatATreeStackedOnItsOwnDoes() throws {
    let files: Files = [
      ("/a.json", #"{"b":[1]}"#), ("/p/a.json", #"{"$merge":{"b":"append"}}"#),
    ]
    #expect(
      try Self.told("b", files, overlay: [("/a.json", #"{"b":[2]}"#)]) == [
        "b in /": "[2]", "b in /p": "[1,2]",
      ])
  }

  @Test func anArrayThatATreeStackedOnItReplacesIsSeenFromAboveToo() throws {
    let files: Files = [("/a.json", #"{"b":{"c":2}}"#), ("/p/a.json", #"{"b":["y"]}"#)]
    #expect(
      try Self.told("b.0", files, overlay: [("/p/a.json", #"{"b":{}}"#)]) == [
        "b.0 in /": "never set", "b.0 in /p": "replaced at p/a.json:1:6",
      ])
  }

  @Test func aFragmentsMarkerIsTheReasonOfTheScopeThatIncludesIt() throws {
    let files: Files = [
      ("/_f.json", #"{"$exclude":["b"]}"#), ("/a.json", #"{"b":1,"$include":"_f.json"}"#),
      ("/p/a.json", #"{"b":2,"$include":"../_f.json"}"#), ("/p/q/a.json", "{}"),
      ("/r/a.json", "{}"),
    ]
    let memory = MemoryTree(files)
    let distribution = Distribution(
      [try KeySyntax.pattern(Array("b".utf8), memory.names)], memory.names, memory, reveals: false)
    try TreeWalk.run(along: memory.way(to: .root), distribution)
    let places = distribution.keys.flatMap(\.absences).compactMap(\.absence?.place.statement)
    #expect(Set(places).count == 2)
  }

  /// Each definition with the scopes in which it holds, and each marker with those in which it takes.
  private static func definitions(
    _ pattern: String, _ files: Files, overlay: Files = []
  ) throws -> [String] {
    let memory = MemoryTree(files, overlays: overlay.isEmpty ? [] : [overlay])
    let names = memory.names
    let distribution = Distribution(
      [try KeySyntax.pattern(Array(pattern.utf8), names)], names, memory, reveals: false)
    try TreeWalk.run(along: memory.way(to: .root), distribution)
    func words(_ scopes: ScopeSet) -> String {
      scopes.numbers.map {
        String(decoding: distribution.scopeIndex.scopes[$0].path, as: UTF8.self)
      }
      .joined(separator: " ")
    }
    return distribution.keys.flatMap { key in
      key.definitions.map { one in
        "\(one.place.text) \(String(decoding: one.value.json, as: UTF8.self)) in \(words(one.scopes))"
          + one.shadows.map { "; \($0.text)" }.joined()
      } + key.markers.map { "\($0.marker.place.text) takes in \(words($0.scopes))" }
    }
  }

  @Test func anEmptyObjectHoldsOnlyWhereItIsTheValue() throws {
    let files: Files = [
      ("/a.json", #"{"e":{}}"#), ("/p/a.json", #"{"e":{"x":1}}"#), ("/p/q/a.json", #"{"e":{}}"#),
      ("/r/a.json", #"{"k":1}"#),
    ]
    #expect(
      try Self.definitions("e", files) == [
        "a.json:1:6 {} in / /r", #"p/a.json:1:6 {"x":1} in /p /p/q"#,
      ])
  }

  @Test func onlyArraysThatHaveTheElementDefineIt() throws {
    let files: Files = [
      ("/a.json", #"{"a":[1,2]}"#), ("/p/a.json", #"{"a":[3]}"#), ("/q/a.json", #"{"a":5}"#),
    ]
    #expect(
      try Self.definitions("a.1", files) == ["a.json:1:9 2 in /; p/a.json:1:6; q/a.json:1:6"])
    #expect(
      try Self.definitions("a.0", files) == [
        "a.json:1:7 1 in /; p/a.json:1:6; q/a.json:1:6", "p/a.json:1:7 3 in /p",
      ])
    #expect(try Self.definitions("a.7", files) == [])
  }

  @Test func ofAMergedArrayThePartThatGaveTheElementDefinesIt() throws {
    let files: Files = [
      ("/a.json", #"{"a":[1,2],"$merge":{"a":"append"}}"#), ("/p/a.json", #"{"a":[3]}"#),
    ]
    #expect(try Self.definitions("a.2", files) == ["p/a.json:1:7 3 in /p"])
    #expect(try Self.definitions("a.0", files) == ["a.json:1:7 1 in / /p"])
  }

  @Test func anElementAndAMemberOfOneNameDefineOneKey() throws {
    let files: Files = [
      ("/a.json", #"{"a":[1]}"#), ("/p/a.json", #"{"a":{"0":"x","1":"y"}}"#),
      ("/p/q/a.json", #"{"a":[7]}"#),
    ]
    #expect(
      try Self.definitions("a.0", files) == [
        "a.json:1:7 1 in /; p/a.json:1:6", #"p/a.json:1:11 "x" in /p; p/q/a.json:1:6"#,
        "p/q/a.json:1:7 7 in /p/q",
      ])
  }

  @Test func aKeyInAnElementIsDefinedByWhatEachArrayWritesOfIt() throws {
    let files: Files = [
      ("/a.json", #"{"a":[{"n":1,"x":[5]}],"$merge":{"a":{"by":"n"}}}"#),
      ("/p/a.json", #"{"a":[{"n":2},{"n":1,"x":[6],"y":7}]}"#),
    ]
    #expect(
      try Self.definitions("a.0.x.0", files) == ["a.json:1:19 5 in / /p", "p/a.json:1:27 6 in /p"])
    #expect(try Self.definitions("a.0.y", files) == ["p/a.json:1:34 7 in /p"])
    #expect(try Self.definitions("a.1", files) == [#"p/a.json:1:7 {"n":2} in /p"#])
  }

  @Test func anExclusionTakesNeitherWhatItLeavesNorWhatItGivesBack() throws {
    // In the scope below the root's own value, which the overlay stopped, comes back.
    #expect(
      try Self.definitions(
        "k", [("/a.json", "{}"), ("/p/a.json", #"{"k":1}"#)],
        overlay: [("/a.json", #"{"$stop":["k"],"$exclude":["k"]}"#)])
        == ["p/a.json:1:6 1 in /p", "a.json:1:11 takes in /p", "a.json:1:28 takes in "])
    // A '{}' in it is all that the overlay says.
    #expect(
      try Self.definitions(
        "k", [("/a.json", "{}"), ("/p/a.json", #"{"k":{"x":1}}"#)],
        overlay: [("/a.json", #"{"$exclude":["k"],"k":{}}"#)])
        == [
          "a.json:1:23 {} in /", #"p/a.json:1:6 {"x":1} in /p"#, "a.json:1:14 takes in ",
        ])
  }
}
