import TestSupport
import Testing

@testable import Cascade

/// What the laws on random trees found once, told small.
@Suite struct DistributionCaseTests {
  private typealias Files = [(path: String, text: String)]

  /// What each scope has of a key.
  private static func told(
    _ pattern: String, _ files: Files, overlay: Files = []
  ) throws -> [String: String] {
    let memory = MemoryTree(files, overlays: overlay.isEmpty ? [] : [overlay])
    let names = memory.names
    let distribution = Distribution(
      [try KeySyntax.pattern(Array(pattern.utf8), names)], names, memory, reveals: false)
    try TreeWalk.run(along: memory.way(to: .root), distribution)
    var told: [String: String] = [:]
    func note(_ key: KeyDistribution, _ scopes: ScopeSet, _ words: String) {
      for number in scopes.numbers {
        let scope = String(decoding: distribution.roll.scopes[number].path, as: UTF8.self)
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
}
