import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// Reduced cases that the laws on random trees found.
@Suite struct DistributionCaseTests {
  private typealias Files = [(path: String, text: String)]

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
