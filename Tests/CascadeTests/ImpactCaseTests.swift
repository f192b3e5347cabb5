import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// What the laws on random trees found once, told small.
@Suite struct ImpactCaseTests {
  private typealias Files = [(path: String, text: String)]

  private static func impact(
    _ before: Files, _ after: Files, overlay: Files = []
  ) throws -> (impact: Impact, told: [String]) {
    let from = MemoryTree(before, overlays: overlay.isEmpty ? [] : [overlay])
    let to = MemoryTree(after, overlays: overlay.isEmpty ? [] : [overlay], names: from.names)
    let impact = Impact(from.names, BeforeAfter(from: from, to: to), reveals: false)
    try PairedWalk.run(
      along: BeforeAfter(from: from.way(to: .root), to: to.way(to: .root)), impact)
    func text(_ value: KeptValue?) -> String {
      value.map { String(decoding: $0.json, as: UTF8.self) } ?? "none"
    }
    let told = impact.changes.map { change in
      let scopes = change.scopes.numbers.map {
        String(decoding: impact.scopeIndex.scopes[$0].path, as: UTF8.self)
      }
      let causes = change.causes.map { "\($0.side) \($0.place.text)" }
      return "\(from.names.text(change.key)) \(text(change.from)) -> \(text(change.to)) in "
        + "\(scopes.joined(separator: " ")) by \(causes.joined(separator: ", "))"
    }
    // The trees answer as long as they are there.
    withExtendedLifetime((from, to)) {}
    return (impact, told)
  }

  @Test func aComputedValueInAnObjectThatReplacedALeafIsPartOfThatChange() throws {
    let told = try Self.impact(
      [("/a.json", #"{"d":1,"b":2}"#)], [("/a.json", #"{"d":{"x":{"$ref":"b"}},"b":2}"#)]
    ).told
    #expect(told == [#"d 1 -> {"x":2} in / by from a.json:1:6, to a.json:1:11"#])
  }

  @Test func aChangedTextChangesNothingWhereAScopeOverridesWhatQuotesIt() throws {
    let files: Files = [
      ("/a.json", #"{"a":{"$file":"t.txt"}}"#), ("/p/a.json", #"{"a":1}"#), ("/q/a.json", "{}"),
    ]
    let told = try Self.impact(files + [("/t.txt", "one")], files + [("/t.txt", "two")]).told
    #expect(told == [#"a "one" -> "two" in / /q by from t.txt:1:1, to t.txt:1:1"#])
  }

  /// Which keys it speaks of is not to be told by its first name.
  @Test(arguments: ["*", "**", "k*", "*.l", "**.l"])
  func anEditedPatternMayChangeAnyKey(pattern: String) throws {
    let files: Files = [("/a.json", #"{"kk":{"l":1}}"#), ("/p/q/a.json", "{}")]
    let told = try Self.impact(
      files + [("/p/a.json", "{}")], files + [("/p/a.json", #"{"$stop":["\#(pattern)"]}"#)]
    ).told
    #expect(told == ["kk.l 1 -> none in /p /p/q by to p/a.json:1:11"])
  }

  @Test func whatIsGoneWithTheListThatNamedItsScopeWasHeldWhereItWasInherited() throws {
    let impact = try Self.impact(
      [("/r/a.json", #"{"c":1}"#), ("/q/a.json", #"{"$inherit":["/r"],"c":2}"#)],
      [("/r/a.json", "{}"), ("/q/a.json", #"{"c":2}"#)]
    ).impact
    let gone = impact.edits.first { $0.scope.path == Array("/r".utf8) }
    let holds = try #require(gone).holds.map { hold in
      (hold.reason, hold.scopes.numbers.map { impact.scopeIndex.scopes[$0].path })
    }
    #expect(holds.count == 1)
    #expect(holds.first?.0 == .shadowed)
    #expect(holds.first?.1 == [Array("/q".utf8)])
  }

  @Test func aPlaceOfAnOverlayIsNoEditOfTheRootsFileOfTheSameName() throws {
    let told = try Self.impact(
      [("/a.json", #"{"a":1,"b":[1]}"#)], [("/a.json", #"{"a":2,"b":[3]}"#)],
      overlay: [("/a.json", #"{"b":[2],"$merge":{"b":"append"}}"#)]
    ).told
    #expect(
      told == [
        "a 1 -> 2 in / by from a.json:1:6, to a.json:1:6",
        "b [1,2] -> [3,2] in / by from a.json:1:12, to a.json:1:12",
      ])
  }

  @Test func whatMakesAReferencesTargetIsACause() throws {
    let told = try Self.impact(
      [("/a.json", #"{"b":[1],"x":{"$ref":"b"}}"#), ("/p/a.json", #"{"b":[2]}"#)],
      [
        ("/a.json", #"{"b":[1],"x":{"$ref":"b"}}"#),
        ("/p/a.json", #"{"b":[2],"$merge":{"b":"append"}}"#),
      ]
    ).told
    #expect(
      told == [
        "b [2] -> [1,2] in /p by to p/a.json:1:20", "x [2] -> [1,2] in /p by to p/a.json:1:20",
      ])
  }

  @Test func aStopThatIsGoneIsTheCauseWhereADefaultWas() throws {
    let root = ("/a.json", #"{"b":1,"x":{"$ref":"b","default":0}}"#)
    let told = try Self.impact(
      [root, ("/p/a.json", #"{"$stop":["b"]}"#)], [root, ("/p/a.json", "{}")]
    ).told
    #expect(
      told == [
        "b none -> 1 in /p by from p/a.json:1:11", "x 0 -> 1 in /p by from p/a.json:1:11",
      ])
  }

  @Test func whatALaterFileOfTheScopeHidesMayStillBeTheCause() throws {
    let files: Files = [("/a.json", #"{"a":{"b":1}}"#), ("/c.json", #"{"a":{}}"#)]
    let told = try Self.impact(files, files + [("/b.json", #"{"a":1}"#)]).told
    #expect(told == ["a.b 1 -> none in / by to b.json:1:6"])
  }

  @Test func whatCannotBeIncludedIsToldAndNothingIsComparedThere() throws {
    let (impact, told) = try Self.impact(
      [("/a.json", #"{"$include":"_f.json"}"#), ("/_f.json", #"{"b":1}"#)],
      [("/a.json", #"{"$include":"_f.json"}"#)])
    #expect(told.isEmpty)
    #expect(impact.problems.map(\.side) == [.to])
  }

  @Test func aFailureIsToldWhereTheScopesBelowFailAnyway() throws {
    let child = ("/p/a.json", #"{"x":{"$ref":"none"}}"#)
    let impact = try Self.impact(
      [("/a.json", #"{"x":1}"#), child], [("/a.json", #"{"x":{"$ref":"none"}}"#), child]
    ).impact
    #expect(impact.failures.map(\.scope) == [.root])
  }

  @Test(arguments: [#"{"$ref":"p"}"#, #"{"$format":"${p}"}"#, #"[{"$ref":"p"}]"#])
  func aValueThatIsLostIsToldThoughTheScopesBelowDoWithoutIt(value: String) throws {
    let child = ("/m/a/a.json", #"{"k":2}"#)
    let impact = try Self.impact(
      [("/a.json", #"{"k":1}"#), child], [("/a.json", #"{"k":\#(value)}"#), child]
    ).impact
    #expect(impact.failures.map { String(decoding: $0.scope.path, as: UTF8.self) } == ["/", "/m"])
    #expect(impact.edits.map(\.isCause) == [true])
  }

  @Test func aTemplateThatIsNewIsNotBlamedAndNotIdle() throws {
    let child = ("/m/a.json", #"{"k":2}"#)
    let impact = try Self.impact(
      [("/a.json", "{}"), child], [("/a.json", #"{"k":{"$ref":"p"}}"#), child]
    ).impact
    #expect(impact.failures.isEmpty && impact.everyFailure.map(\.scope) == [.root])
    #expect(impact.edits.map(\.isCause) == [true])
  }

  @Test func aFinalBelowMayChangeWhatATreeStackedOnItsOwnDoes() throws {
    let child = ("/p/a.json", #"{"$final":["b"]}"#)
    let told = try Self.impact(
      [("/a.json", #"{"b":{"a":1}}"#), child], [("/a.json", #"{"b":{"a":2}}"#), child],
      overlay: [("/a.json", #"{"b":3}"#)]
    ).told
    #expect(told == ["b.a 1 -> 2 in /p by from a.json:1:11, to a.json:1:11"])
  }

  @Test func aFragmentThatOneOfTwoScopesHidesIsIdleInNone() throws {
    let files: Files = [
      ("/a.json", #"{"$include":"_f.json"}"#), ("/p/a.json", #"{"$include":"../_f.json"}"#),
    ]
    let impact = try Self.impact(
      files + [("/_f.json", #"{"c":1}"#)], files + [("/_f.json", #"{"c":2}"#)]
    ).impact
    #expect(impact.edits.map(\.isCause) == [true, true])
  }

  /// The edits that cause nothing, and what holds the others off, by the keys that they are about.
  private static func valueOutcomes(_ before: Files, _ after: Files) throws -> (
    idle: [String], held: [String]
  ) {
    let impact = try impact(before, after).impact
    func text(_ edit: StatementChange) -> String {
      guard let key = edit.valueKey else { return "a directive" }
      return key.names.count > 1 ? "inner" : "outer"
    }
    let held = impact.edits.flatMap { edit in
      edit.holds.filter { !$0.scopes.isEmpty }.map {
        "\(text(edit)) \($0.reason) at \($0.place.text) in \($0.scopes.count)"
      }
    }
    return (impact.idle.map(text), held)
  }

  @Test func whatGetsThroughIsNotHeldByAnEarlierFile() throws {
    let one = ("/1.json", #"{"a":{"x":1}}"#)
    for own in ["{}", #"{"y":2}"#] {
      let (idle, held) = try Self.valueOutcomes(
        [one, ("/2.json", #"{"a":5}"#)], [one, ("/2.json", #"{"a":\#(own)}"#)])
      #expect(idle == [] && held == [])
    }
  }

  @Test func whatALaterFileWritesOverIsHeldThereAlsoInAnObject() throws {
    let later = ("/2.json", #"{"a":5}"#)
    let inner = try Self.valueOutcomes(
      [("/1.json", #"{"a":{"x":1}}"#), later], [("/1.json", #"{"a":{"x":2}}"#), later])
    #expect(inner.idle == ["inner"] && inner.held == ["inner shadowed at 2.json:1:6 in 1"])
    let outer = try Self.valueOutcomes(
      [("/1.json", #"{"a":1}"#), later], [("/1.json", #"{"a":2}"#), later])
    #expect(outer.idle == ["outer"] && outer.held == ["outer shadowed at 2.json:1:6 in 1"])
    let last = ("/3.json", #"{"a":{"y":1}}"#)
    let between = try Self.valueOutcomes(
      [("/1.json", #"{"a":{"x":1}}"#), later, last], [("/1.json", #"{"a":{"x":2}}"#), later, last])
    #expect(between.held == ["inner shadowed at 2.json:1:6 in 1"])
  }

  @Test func aValueThatTurnsIntoAnotherKindIsOneEdit() throws {
    let below = ("/p/a.json", #"{"a":7}"#)
    func valueOutcomes(_ old: String, _ new: String, _ files: Files = []) throws -> (
      idle: [String], held: [String]
    ) {
      try Self.valueOutcomes([("/1.json", old)] + files, [("/1.json", new)] + files)
    }
    // A '{}' says nothing beside what comes to stand in it.
    let empty = [#"{"e":{}}"#, #"{"e":{"$comment":"none"}}"#]
    let full = #"{"e":{"x":1}}"#
    for (old, new) in empty.flatMap({ [($0, full), (full, $0)] }) {
      let (idle, held) = try valueOutcomes(old, new)
      #expect(idle == [] && held == [])
    }
    // Of a scalar that became an object the member tells where it does not get through.
    let opened = try valueOutcomes(#"{"a":5}"#, #"{"a":{"x":1}}"#, [below])
    #expect(opened.idle == [] && opened.held == ["inner shadowed at p/a.json:1:6 in 1"])
    let closed = try valueOutcomes(#"{"a":{"x":1}}"#, #"{"a":5}"#, [below])
    #expect(closed.idle == [] && closed.held == ["outer shadowed at p/a.json:1:6 in 1"])
    let hidden = try valueOutcomes(#"{"a":5}"#, #"{"a":{"x":1}}"#, [("/2.json", #"{"a":6}"#)])
    #expect(hidden.idle == ["inner"] && hidden.held == ["inner shadowed at 2.json:1:6 in 1"])
  }

  @Test(arguments: [
    (#"{"$exclude":["q"],"q":1}"#, #"{"x":1}"#), (#"{"q":1}"#, #"{"$stop":["q"]}"#),
  ])
  func whatKeepsAnotherEditFromScopesIsNotIdle(root: String, below: String) throws {
    let files = [("/1.json", #"{"y":1}"#), ("/a/1.json", #"{"x":1}"#)]
    let impact = try Self.impact(files, [("/1.json", root), ("/a/1.json", below)])
    #expect(impact.impact.idle.isEmpty)
    // Where it keeps off nothing it is idle.
    let alone = try Self.impact(files, [files[0], ("/a/1.json", #"{"x":1,"$stop":["q"]}"#)])
    #expect(alone.impact.idle.count == 1)
  }

  @Test func aDirectiveThatMeetsNothingIsNoCause() throws {
    for directive in [#""$merge":{"b":"append"}"#, #""$final":["b"]"#] {
      let impact = try Self.impact([("/1.json", #"{"b":true}"#)], [("/1.json", "{\(directive)}")])
      #expect(impact.told == ["b true -> none in / by from 1.json:1:6"])
      #expect(impact.impact.idle.count == 1)
    }
  }
}
