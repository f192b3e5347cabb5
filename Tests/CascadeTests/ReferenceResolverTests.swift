import Foundation
import TestSupport
import Testing

/// The reference resolver on examples worked by hand. In a chain the root is A, `/b` is B, `/b/c` is C and so on.
@Suite struct ReferenceResolverTests {
  static let a: [PlainName] = []
  static let b: [PlainName] = ["b"]
  static let c: [PlainName] = ["b", "c"]
  static let d: [PlainName] = ["b", "c", "d"]
  static let e: [PlainName] = ["b", "c", "d", "e"]

  func value(_ tree: ReferenceTree, _ scope: [PlainName]) -> PlainValue {
    ReferenceResolver(tree).resolve(scope).value
  }

  /// `stopped /b $stop[0]`, `replaced /b db`, `never-set`; or the value.
  func outcome(_ tree: ReferenceTree, _ scope: [PlainName], _ key: PlainKey) -> String {
    outcome(ReferenceResolver(tree), scope, key)
  }

  func outcome(_ resolver: ReferenceResolver, _ scope: [PlainName], _ key: PlainKey) -> String {
    switch resolver.resolve(scope).answer(key) {
    case .value(let value, _): return value.compact
    case .absent(let absence):
      switch absence {
      case .neverSet: return absence.reason
      case .stopped(let marker), .excluded(let marker), .refused(let marker):
        let holder = marker.holder.isEmpty ? "" : " in " + ReferencePattern.spelled(marker.holder)
        let overlay = marker.origin.overlay.map { "overlay \($0) " } ?? ""
        let place = overlay + ReferenceTree.spelled(marker.origin.scope)
        return "\(absence.reason) \(place) \(marker.directive.rawValue)[\(marker.index)]\(holder)"
      case .replaced(let origin, let key):
        let place =
          origin.commandLine == nil ? ReferenceTree.spelled(origin.scope) : "\(origin)"
        return "replaced \(place) \(ReferencePattern.spelled(key))"
      }
    }
  }

  func origins(_ tree: ReferenceTree, _ scope: [PlainName]) -> [String] {
    ReferenceResolver(tree).resolve(scope).leaves.map { leaf in
      ReferencePattern.spelled(leaf.key) + " "
        + leaf.origins.map(\.description).joined(separator: ", ")
    }
  }

  // MARK: Inheritance

  @Test func everyScopeInheritsWhatItDoesNotSayItself() {
    let tree = ReferenceTree.chain(
      ["first": "Arthur", "last": "Weasley"], ["first": "William"], ["first": "Victoire"])
    #expect(value(tree, Self.a) == ["first": "Arthur", "last": "Weasley"])
    #expect(value(tree, Self.b) == ["first": "William", "last": "Weasley"])
    #expect(value(tree, Self.c) == ["first": "Victoire", "last": "Weasley"])
    #expect(origins(tree, Self.c) == ["first /b/c p.json", "last / p.json"])
  }

  @Test func objectsMergeAndArraysAndScalarsReplace() {
    let tree = ReferenceTree.chain(
      ["db": ["host": "x", "ports": [1, 2]], "n": nil],
      ["db": ["ports": [3], "user": "u"], "n": false])
    #expect(value(tree, Self.b) == ["db": ["host": "x", "ports": [3], "user": "u"], "n": false])
    #expect(
      origins(tree, Self.b)
        == ["db.host / p.json", "db.ports /b p.json", "db.user /b p.json", "n /b p.json"])
  }

  @Test func aLevelWithoutFilesInheritsEverything() {
    let tree = ReferenceTree([.init([], [.init("p.json", ["k": 1])]), .init(Self.c)])
    #expect(value(tree, Self.c) == ["k": 1])
    #expect(value(tree, ["elsewhere"]) == ["k": 1])
  }

  @Test func theLaterFileOfAScopeWinsDeeply() {
    let tree = ReferenceTree([
      .init(
        [],
        [
          .init("b.json", ["db": ["port": 2]]), .init("B.json", ["db": ["user": "u", "port": 0]]),
          .init("a.json", ["db": ["host": "x", "port": 1]]),
        ])
    ])
    #expect(value(tree, Self.a) == ["db": ["user": "u", "port": 2, "host": "x"]])
    #expect(
      origins(tree, Self.a) == ["db.user / B.json", "db.port / b.json", "db.host / a.json"])
  }

  @Test func whatAFileOverwroteInItsOwnScopeLeavesNoTrace() {
    let files: [ReferenceTree.File] = [
      .init("1.json", ["db": ["host": "x", "$stop": ["old"]]]), .init("2.json", ["db": 5]),
    ]
    let tree = ReferenceTree([
      .init([], [.init("p.json", ["db": ["old": 1]])]), .init(Self.b, files),
    ])
    #expect(outcome(tree, Self.b, ["db"]) == "5")
    #expect(outcome(tree, Self.b, ["db", "host"]) == "never-set")
    #expect(outcome(tree, Self.b, ["db", "old"]) == "stopped /b $stop[0] in db")
    #expect(ReferenceResolver(tree).resolve(Self.b).mentioned.contains(["db", "host"]))
  }

  @Test func anObjectWithoutAValueOverwritesNothing() {
    let files: [ReferenceTree.File] = [
      .init("1.json", ["db": 5]), .init("2.json", ["db": ["x": ["$stop": true]]]),
    ]
    let tree = ReferenceTree([.init([], files)])
    #expect(value(tree, Self.a) == ["db": 5])
    #expect(outcome(tree, Self.a, ["db", "x"]) == "never-set")
  }

  // MARK: Order and names

  @Test func membersKeepTheOrderOfTheirFirstMention() {
    let tree = ReferenceTree.chain(
      ["x": 1, "y": ["$stop": true, "b": 1], "z": 1], ["y": 5, "$stop": ["x"], "w": 1],
      ["y": ["a": 2, "b": 2], "x": 3])
    #expect(value(tree, Self.c).compact == #"{"x":3,"y":{"b":2,"a":2},"z":1,"w":1}"#)
  }

  @Test func anObjectOfDirectivesMentionsItsKeyAndADirectivesArgumentDoesNot() {
    let tree = ReferenceTree.chain(
      ["$exclude": ["late"], "db": ["m": ["$stop": ["n"]]]],
      ["k": 1, "late": 1, "db": ["a": 1, "m": 2]])
    #expect(value(tree, Self.b).compact == #"{"db":{"m":2,"a":1},"k":1,"late":1}"#)
  }

  @Test func aDoubledDollarIsAnOrdinaryNameAndCommentsAreIgnored() {
    let tree = ReferenceTree.chain([
      "$schema": "s", "$comment": ["a": 1], "$$stop": ["k"], "$$$x": 1,
      "list": [["$$n": 1, "$comment": "c", "$$schema": 2]], "o": ["$comment": 1],
    ])
    #expect(
      value(tree, Self.a).compact
        == #"{"$stop":["k"],"$$x":1,"list":[{"$n":1,"$schema":2}],"o":{}}"#)
  }

  @Test func namesAreComparedAsBytes() {
    let tree = ReferenceTree.chain(["\u{E9}": 1, "e\u{301}": 2], ["$stop": ["\u{E9}"]])
    #expect(value(tree, Self.b) == ["e\u{301}": 2])
  }

  @Test func patternsAreReadInEverySpelling() {
    func parts(_ text: String) -> [ReferencePattern.Part] {
      ReferencePattern(reading: Array(text.utf8)).parts
    }
    #expect(parts("db.pool.size") == [.name("db"), .name("pool"), .name("size")])
    #expect(parts(#"*."*"."x.y"."""#) == [.any, .name("*"), .name("x.y"), .name("")])
    #expect(parts(#""$n"."\u00e9\"""#) == [.name("$n"), .name("\u{E9}\"")])
    #expect(parts("/*/x.y/a~1b~0c/$n") == [.name("*"), .name("x.y"), .name("a/b~c"), .name("$n")])
    #expect(
      ReferencePattern.spelled(["a", "", "x.y", "$n", "*"]) == #"a."".""# + #"x.y"."$n"."*""#)
  }

  // MARK: Stop

  @Test func aStopHoldsUntilAScopeSetsTheKeyAgain() {
    let stopped = ReferenceTree.chain(["k": 1], ["$stop": ["k"]], [:])
    #expect(outcome(stopped, Self.a, ["k"]) == "1")
    #expect(outcome(stopped, Self.b, ["k"]) == "stopped /b $stop[0]")
    #expect(outcome(stopped, Self.c, ["k"]) == "stopped /b $stop[0]")
    #expect(value(stopped, Self.c) == [:])
    let again = ReferenceTree.chain(["k": 1], ["$stop": ["k"]], ["k": 2])
    #expect(outcome(again, Self.b, ["k"]) == "stopped /b $stop[0]")
    #expect(outcome(again, Self.c, ["k"]) == "2")
  }

  @Test func aStopLeavesItsOwnScopesValueAndPassesItOn() {
    let tree = ReferenceTree.chain(["k": 1], ["$stop": ["k"], "k": 9], [:])
    #expect(outcome(tree, Self.b, ["k"]) == "9")
    #expect(outcome(tree, Self.c, ["k"]) == "9")
  }

  @Test func aStopThatFindsNothingIsNoReason() {
    let tree = ReferenceTree.chain(["k": 1], ["$stop": ["a", "k"]], ["$stop": ["k"]], [:])
    #expect(outcome(tree, Self.c, ["k"]) == "stopped /b $stop[1]")
    #expect(outcome(tree, Self.d, ["k"]) == "stopped /b $stop[1]")
    #expect(outcome(tree, Self.d, ["a"]) == "never-set")
    let between = ReferenceTree.chain(["k": 1], ["$stop": ["k"], "k": 9], ["$stop": ["k"]])
    #expect(outcome(between, Self.c, ["k"]) == "stopped /b/c $stop[0]")
  }

  @Test func trueStopsTheMembersOfTheObjectItStandsIn() {
    let top = ReferenceTree.chain(["k": 1, "db": ["host": 1]], ["$stop": true, "n": 1])
    #expect(value(top, Self.b) == ["n": 1])
    #expect(outcome(top, Self.b, ["db", "host"]) == "stopped /b $stop[-1]")
    let nested = ReferenceTree.chain(
      ["k": 1, "db": ["host": 1]], ["db": ["$stop": true, "port": 2]], ["db": ["$stop": true]])
    #expect(value(nested, Self.b) == ["k": 1, "db": ["port": 2]])
    #expect(value(nested, Self.c) == ["k": 1])
    #expect(outcome(nested, Self.c, ["db"]) == "stopped /b/c $stop[-1] in db")
    let number = ReferenceTree.chain(["db": 5], ["db": ["$stop": true]])
    #expect(value(number, Self.b) == ["db": 5])
  }

  @Test func aStarStandsForOneNameAndAQuotedOneForItself() {
    let base: PlainValue = ["x": ["host": 1, "*": 2], "y": ["host": 3], "*": ["host": 4]]
    let any = ReferenceTree.chain(base, ["$stop": ["*.host"]])
    #expect(value(any, Self.b) == ["x": ["*": 2]])
    let quoted = ReferenceTree.chain(base, ["$stop": [#""*".host"#]])
    #expect(value(quoted, Self.b) == ["x": ["host": 1, "*": 2], "y": ["host": 3]])
    let pointer = ReferenceTree.chain(base, ["x": ["$stop": ["/*"]]])
    #expect(
      value(pointer, Self.b) == ["x": ["host": 1], "y": ["host": 3], "*": ["host": 4]])
  }

  @Test func ofSeveralStopsOnOneKeyTheWidestThenTheFirstIsTheReason() {
    let wide = ReferenceTree.chain(
      ["db": ["host": 1, "port": 2]], ["$stop": ["db.host", "db", "*"]])
    #expect(outcome(wide, Self.b, ["db", "host"]) == "stopped /b $stop[1]")
    #expect(outcome(wide, Self.b, ["db"]) == "stopped /b $stop[1]")
    let first = ReferenceTree.chain(["k": 1], ["$stop": ["*", "k", "*"]])
    #expect(outcome(first, Self.b, ["k"]) == "stopped /b $stop[0]")
  }

  // MARK: Exclude

  @Test func theDeclaringScopeKeepsWhatItExcludes() {
    let root = ReferenceTree.chain(["k": 1, "$exclude": ["k"]], [:])
    #expect(outcome(root, Self.a, ["k"]) == "1")
    #expect(outcome(root, Self.b, ["k"]) == "excluded / $exclude[0]")
    let inner = ReferenceTree.chain(["k": 1], ["$exclude": ["k"]], [:])
    #expect(outcome(inner, Self.b, ["k"]) == "1")
    #expect(outcome(inner, Self.c, ["k"]) == "excluded /b $exclude[0]")
  }

  @Test func everyScopeBelowAnExclusionKeepsItsOwnToItself() {
    let tree = ReferenceTree.chain(["k": 1, "$exclude": ["k"]], ["k": 2], [:])
    #expect(outcome(tree, Self.b, ["k"]) == "2")
    #expect(outcome(tree, Self.c, ["k"]) == "excluded / $exclude[0]")
    let lower = ReferenceTree.chain(["k": 1], ["$exclude": ["k"]], [:], ["k": 3], [:])
    #expect(outcome(lower, Self.c, ["k"]) == "excluded /b $exclude[0]")
    #expect(outcome(lower, Self.d, ["k"]) == "3")
    #expect(outcome(lower, Self.e, ["k"]) == "excluded /b $exclude[0]")
  }

  @Test func noStopLiftsAnExclusion() {
    let tree = ReferenceTree.chain(
      ["k": 1, "db": ["x": 1, "$exclude": ["x"]]], ["$stop": true, "db": 5],
      ["k": 1, "db": ["x": 2, "y": 3]], [:])
    #expect(value(tree, Self.c) == ["k": 1, "db": ["x": 2, "y": 3]])
    #expect(value(tree, Self.d) == ["k": 1, "db": ["y": 3]])
    #expect(outcome(tree, Self.d, ["db", "x"]) == "excluded / $exclude[0] in db")
  }

  @Test func ofSeveralExclusionsOnOneKeyTheWidestThenTheNearestIsTheReason() {
    let tree = ReferenceTree.chain(
      ["$exclude": ["db.host"]],
      ["db": ["host": 1, "port": 2], "$exclude": ["db"]], [:])
    #expect(outcome(tree, Self.c, ["db", "host"]) == "excluded /b $exclude[0]")
    #expect(outcome(tree, Self.c, ["db", "port"]) == "excluded /b $exclude[0]")
    #expect(outcome(tree, Self.c, ["db"]) == "excluded /b $exclude[0]")
  }

  // MARK: Objects that come and go

  @Test func anEmptyObjectOverAnObjectChangesNothing() {
    let tree = ReferenceTree.chain(["db": ["host": 1]], ["db": [:]], ["db": ["$stop": true]])
    #expect(value(tree, Self.b) == ["db": ["host": 1]])
    #expect(outcome(tree, Self.c, ["db"]) == "stopped /b/c $stop[-1] in db")
  }

  @Test func anEmptyObjectBesideAStopEmpties() {
    let whole = ReferenceTree.chain(["db": ["host": 1]], ["$stop": ["db"], "db": [:]], [:])
    #expect(value(whole, Self.b) == ["db": [:]])
    #expect(value(whole, Self.c) == ["db": [:]])
    #expect(origins(whole, Self.c) == ["db /b p.json"])
    #expect(outcome(whole, Self.c, ["db", "host"]) == "stopped /b $stop[0]")
    let member = ReferenceTree.chain(["db": ["host": 1]], ["$stop": ["db.host"], "db": [:]])
    #expect(value(member, Self.b) == ["db": [:]])
  }

  @Test func anObjectThatLosesItsLastMemberIsGoneAndWhatItReplacedStaysGone() {
    let tree = ReferenceTree.chain(
      ["db": 5], ["db": ["pool": ["size": 1], "host": 2]],
      ["$stop": ["db.host"]], ["$stop": ["db.pool.size"]], ["db": ["port": 1]])
    #expect(value(tree, Self.c) == ["db": ["pool": ["size": 1]]])
    #expect(value(tree, Self.d) == [:])
    #expect(outcome(tree, Self.d, ["db"]) == "stopped /b/c/d $stop[0]")
    #expect(outcome(tree, Self.d, ["db", "pool"]) == "stopped /b/c/d $stop[0]")
    #expect(outcome(tree, Self.d, ["db", "host"]) == "stopped /b/c $stop[0]")
    #expect(value(tree, Self.e) == ["db": ["port": 1]])
    #expect(outcome(tree, Self.e, ["db", "pool"]) == "stopped /b/c/d $stop[0]")
  }

  @Test func anEmptyObjectCountsOnlyAsLongAsNothingIsInIt() {
    let tree = ReferenceTree.chain(
      ["db": [:]], ["db": ["$stop": true]], ["db": ["host": 1]], ["$stop": ["*.*"]])
    #expect(value(tree, Self.b) == ["db": [:]])
    #expect(value(tree, Self.d) == [:])
    #expect(outcome(tree, Self.d, ["db"]) == "stopped /b/c/d $stop[0]")
  }

  @Test func membersThatGoTogetherBlameTheMarkerReadLast() {
    let tree = ReferenceTree([
      .init([], [.init("p.json", ["db": ["x": 1, "y": 2, "z": 3]])]),
      .init(
        Self.b,
        [
          .init("2.json", ["$stop": ["db.y"]]),
          .init("1.json", ["$stop": ["db.z"], "db": ["$stop": ["y", "x"]]]),
        ]),
    ])
    #expect(outcome(tree, Self.b, ["db"]) == "stopped /b $stop[1] in db")
    #expect(outcome(tree, Self.b, ["db", "y"]) == "stopped /b $stop[0] in db")
  }

  @Test func membersExcludedTogetherBlameTheNearestLevel() {
    let tree = ReferenceTree.chain(
      ["db": ["$exclude": ["x"]]],
      ["db": ["x": 1, "y": 1, "$exclude": ["y"]]], [:])
    #expect(outcome(tree, Self.c, ["db", "x"]) == "excluded / $exclude[0] in db")
    #expect(outcome(tree, Self.c, ["db"]) == "excluded /b $exclude[0] in db")
  }

  @Test func aStepsExclusionsComeBeforeTheScopesStops() {
    let tree = ReferenceTree.chain(
      ["db": ["x": 1, "y": 1], "$exclude": ["db.x"]], ["$stop": ["db.x", "db.y"]])
    #expect(outcome(tree, Self.b, ["db", "x"]) == "excluded / $exclude[0]")
    #expect(outcome(tree, Self.b, ["db"]) == "stopped /b $stop[1]")
  }

  @Test func anotherKindReplacesTheMembers() {
    let tree = ReferenceTree.chain(
      ["db": ["host": 1, "pool": ["size": 1]]], ["db": 5], ["db": ["port": 2]], ["db": nil],
      ["db": [:]])
    #expect(value(tree, Self.b) == ["db": 5])
    #expect(outcome(tree, Self.b, ["db", "host"]) == "replaced /b db")
    #expect(outcome(tree, Self.b, ["db", "pool", "size"]) == "replaced /b db")
    #expect(outcome(tree, Self.b, ["db", "port"]) == "never-set")
    #expect(value(tree, Self.c) == ["db": ["port": 2]])
    #expect(outcome(tree, Self.c, ["db", "pool"]) == "replaced /b db")
    #expect(outcome(tree, Self.d, ["db", "port"]) == "replaced /b/c/d db")
    #expect(outcome(tree, Self.d, ["db", "host"]) == "replaced /b db")
    #expect(value(tree, Self.e) == ["db": [:]])
  }

  @Test func whatWasStoppedIsNotReplacedAfterwards() {
    let tree = ReferenceTree.chain(["db": ["host": 1]], ["$stop": ["db"], "db": 5])
    #expect(outcome(tree, Self.b, ["db", "host"]) == "stopped /b $stop[0]")
  }

  @Test func aStopBelowAReplacedValueFindsNothing() {
    let tree = ReferenceTree.chain(["db": ["host": 1]], ["db": 5], ["$stop": ["db.host"]])
    #expect(value(tree, Self.c) == ["db": 5])
    #expect(outcome(tree, Self.c, ["db", "host"]) == "replaced /b db")
  }

  // MARK: Random trees

  /// `HEIR_TALLY=1` prints how often everything comes up.
  @Test func randomTreesHoldWhatIsInteresting() {
    var tally = ReferenceTally()
    for seed in 0..<400 { tally.note(RandomTree.make(seed: UInt64(seed))) }
    if ProcessInfo.processInfo.environment["HEIR_TALLY"] != nil {
      for (what, count) in tally.counts.sorted(by: { $0.value > $1.value }) { print(count, what) }
    }
    let leastInTenThousandKeys = [
      "never-set": 500, "stopped": 500, "excluded": 500, "replaced": 500, "{}": 200,
      "{} of several scopes": 5, "object emptied by stops": 30,
      "object emptied by exclusions": 30, "member of what was stopped": 300,
      "stopped by a star": 200, "stopped from within": 100, "object to non-object": 150,
      "non-object to object": 150, "set again": 50, "object set again": 50,
    ]
    let keys = tally.counts["key"] ?? 0
    for (what, least) in leastInTenThousandKeys {
      let count = tally.counts[what] ?? 0
      #expect(count * 10_000 >= least * keys, "\(what): \(count) in \(keys)")
    }
  }

  @Test func theAnswersOfARandomTreeFitTogether() {
    for seed in 0..<200 {
      let tree = RandomTree.make(seed: UInt64(seed))
      for path in tree.paths {
        let resolution = ReferenceResolver(tree).resolve(path)
        let mentioned = resolution.mentioned
        #expect(Set(mentioned).count == mentioned.count)
        for key in mentioned {
          let children = mentioned.filter { $0.count == key.count + 1 && $0.starts(with: key) }
          let living = children.filter { resolution.answer($0).value != nil }
          if let members = resolution.answer(key).value?.members {
            #expect(members.map { key + [$0.name] } == living)
          } else {
            #expect(living.isEmpty)
          }
        }
        #expect(
          mentioned.filter { $0.count == 1 && resolution.answer($0).value != nil }
            == resolution.value.members?.map { [$0.name] })
      }
    }
  }

  @Test func aSeedAlwaysMakesTheSameTreeWithoutDuplicateNames() {
    for seed in 0..<300 {
      let tree = RandomTree.make(seed: UInt64(seed))
      #expect(tree == RandomTree.make(seed: UInt64(seed)))
      #expect(Set(tree.scopes.map(\.path)).count == tree.scopes.count)
      for file in tree.scopes.flatMap(\.files) { expectDistinctNames(in: file.content) }
    }
  }

  private func expectDistinctNames(in value: PlainValue) {
    switch value {
    case .array(let elements): elements.forEach(expectDistinctNames)
    case .object(let members):
      #expect(Set(members.map(\.name)).count == members.count)
      members.map(\.value).forEach(expectDistinctNames)
    default: break
    }
  }

  @Test func aFailingTreeShrinksToWhatMakesItFail() {
    func fails(_ tree: ReferenceTree) -> Bool {
      tree.paths.contains { path in
        let resolution = ReferenceResolver(tree).resolve(path)
        return resolution.mentioned.contains { key in
          if case .replaced = resolution.answer(key).absence { return true }
          return false
        }
      }
    }
    let seeds = (0..<40).map(UInt64.init).filter { fails(RandomTree.make(seed: $0)) }
    #expect(!seeds.isEmpty)
    for seed in seeds.prefix(8) {
      let small = RandomTree.make(seed: seed).shrunk(while: fails)
      #expect(small.paths.count == 2, "\(small)")
      #expect(small.description.utf8.count < 80, "\(small)")
    }
  }

  // MARK: Rendering

  @Test func valuesRenderAsJSON() {
    let value: PlainValue = ["a": [1, [:], []], "b\"\n": ["c": nil]]
    #expect(value.compact == #"{"a":[1,{},[]],"b\"\n":{"c":null}}"#)
    #expect(
      value.pretty == """
        {
          "a": [
            1,
            {},
            []
          ],
          "b\\"\\n": {
            "c": null
          }
        }
        """)
    let tree = ReferenceTree([.init(["x"], [.init("p.json", ["k": 1])])])
    #expect(tree.rendered.map(\.path) == ["x/p.json"])
    #expect(tree.rendered.map(\.text) == ["{\n  \"k\": 1\n}\n"])
    #expect(tree.directories == ["x"])
  }
}

// MARK: - Finals

extension ReferenceResolverTests {
  @Test func whatChangesAFinalKeyIsRefusedAndTheRestHolds() {
    let base: PlainValue = [
      "$final": ["db.host"], "db": ["host": "h", "port": 1, "user": "u"], "x": 1,
    ]
    // Each attempt, and what of `db` is left in its scope.
    let attempts: [(PlainValue, PlainValue)] = [
      (["db": 5], ["host": "h", "port": 1, "user": "u"]),
      (["db": ["$ref": "x"]], ["host": "h", "port": 1, "user": "u"]),
      (["db": ["host": "other", "port": 2]], ["host": "h", "port": 2, "user": "u"]),
      (["db": ["host": "h"]], ["host": "h", "port": 1, "user": "u"]),
      (["db": ["host": ["deep": 1]]], ["host": "h", "port": 1, "user": "u"]),
      (["$stop": ["db"]], ["host": "h"]),
      (["$stop": ["db"], "db": ["pool": 3]], ["host": "h", "pool": 3]),
      (["$stop": ["db.host", "db.user"]], ["host": "h", "port": 1]),
      (["$stop": true, "db": 5], ["host": "h"]),
      (["$merge": ["db": "replace"], "db": ["user": "v"]], ["host": "h", "user": "v"]),
      (["$merge": ["db": "replace"], "db": [:]], ["host": "h"]),
      (["$remove": ["db.host": ["h"]]], ["host": "h", "port": 1, "user": "u"]),
    ]
    for (attempt, expected) in attempts {
      let tree = ReferenceTree.chain(base, attempt, [:])
      for scope in [Self.b, Self.c] {
        #expect(outcome(tree, scope, ["db"]) == expected.compact, "\(attempt)")
      }
    }
    let excluding = ReferenceTree.chain(base, ["$exclude": ["db.host", "db.port"]], [:])
    #expect(value(excluding, Self.b) == ["db": ["host": "h", "port": 1, "user": "u"], "x": 1])
    #expect(value(excluding, Self.c) == ["db": ["host": "h", "user": "u"], "x": 1])
    #expect(outcome(excluding, Self.c, ["db", "port"]) == "excluded /b $exclude[1]")
  }

  @Test func theFinalsOwnScopeMayStillSayWhatItLikes() {
    let tree = ReferenceTree.chain(
      ["k": 1, "l": 1], ["$final": ["k", "l"], "$stop": ["l"], "k": 2], ["k": 3, "l": 3])
    #expect(value(tree, Self.b) == ["k": 2])
    #expect(value(tree, Self.c) == ["k": 2])
    #expect(outcome(tree, Self.b, ["l"]) == "stopped /b $stop[0]")
    #expect(outcome(tree, Self.c, ["l"]) == "refused /b $final[1]")
  }

  @Test func aFinalKeyWithoutAValueCannotBeSet() {
    let tree = ReferenceTree.chain(["$final": ["a.b"]], ["a": 5], ["a": ["b": 1]])
    #expect(value(tree, Self.b) == ["a": 5])
    #expect(value(tree, Self.c) == ["a": 5])
    #expect(outcome(tree, Self.b, ["a", "b"]) == "never-set")
    #expect(outcome(tree, Self.c, ["a", "b"]) == "refused / $final[0]")
    let over = ReferenceTree.chain(["$final": ["a.b"], "a": 5], ["a": ["b": ["c": 1], "d": 2]])
    #expect(value(over, Self.b) == ["a": ["d": 2]])
    #expect(outcome(over, Self.b, ["a", "b", "c"]) == "refused / $final[0]")
  }

  @Test func anObjectInWhichEverythingIsRefusedWritesNothing() {
    let tree = ReferenceTree.chain(["$final": ["a.*"]], ["a": ["b": 1, "c": [:]]], ["a": [:]])
    #expect(value(tree, Self.b) == [:])
    #expect(outcome(tree, Self.b, ["a"]) == "never-set")
    #expect(outcome(tree, Self.b, ["a", "c"]) == "refused / $final[0]")
    #expect(value(tree, Self.c) == ["a": [:]])
  }

  @Test func nothingIsAddedInAFinalObject() {
    let tree = ReferenceTree.chain(
      ["db": ["host": 1], "$final": ["db"]], ["db": ["port": 2]], ["db": ["$stop": true]])
    #expect(value(tree, Self.c) == ["db": ["host": 1]])
    #expect(outcome(tree, Self.b, ["db", "port"]) == "refused / $final[0]")
    let all = ReferenceTree.chain(
      ["db": ["host": 1, "$final": true]], ["db": ["port": 2], "x": 1])
    #expect(value(all, Self.b) == ["db": ["host": 1], "x": 1])
    #expect(outcome(all, Self.b, ["db", "port"]) == "refused / $final[-1] in db")
  }

  @Test func finalAndExcludedInOneScopeIsNeitherSeenNorSetBelow() {
    let tree = ReferenceTree.chain(["k": 1, "$final": ["k"], "$exclude": ["k"]], [:], ["k": 2])
    #expect(value(tree, Self.a) == ["k": 1])
    #expect(outcome(tree, Self.b, ["k"]) == "excluded / $exclude[0]")
    #expect(outcome(tree, Self.c, ["k"]) == "refused / $final[0]")
    let above = ReferenceTree.chain(
      ["$exclude": ["k"]], ["k": 1, "$final": ["k"]], ["k": 2], [:])
    #expect(value(above, Self.b) == ["k": 1])
    #expect(outcome(above, Self.c, ["k"]) == "refused /b $final[0]")
  }

  @Test func aStopLeavesTheObjectAroundAFinalKey() {
    let tree = ReferenceTree.chain(
      ["a": ["b": ["c": 1, "d": 2], "e": 3], "$final": ["a.b.c"]], ["$stop": ["a"], "a": [:]])
    #expect(value(tree, Self.b) == ["a": ["b": ["c": 1]]])
    #expect(outcome(tree, Self.b, ["a", "e"]) == "stopped /b $stop[0]")
  }

  @Test func ofSeveralFinalsOnOneKeyTheWidestIsTheReason() {
    let tree = ReferenceTree.chain(["$final": ["a.b"]], ["$final": ["a"]], ["a": ["b": 1]])
    #expect(outcome(tree, Self.c, ["a", "b"]) == "refused /b $final[0]")
  }

  // MARK: Attributes

  @Test func attributesHaveNoInfluenceOnValues() {
    let tree = ReferenceTree.chain(
      ["a": 5, "$secret": ["a"], "$type": ["a": "integer"], "$required": true],
      [
        "a": ["$about": ["b": "text"], "$deprecated": ["b": "text"]],
        "$until": ["a": "2030-01-01"], "$because": ["a": "text"],
      ])
    #expect(value(tree, Self.b) == ["a": 5])
  }
}

// MARK: - Merging

extension ReferenceResolverTests {
  /// What an array in the root and one below it give.
  func merge(_ strategy: PlainValue, _ inherited: PlainValue, _ own: PlainValue) -> PlainValue? {
    let tree = ReferenceTree.chain(["l": inherited], ["$merge": ["l": strategy], "l": own])
    return ReferenceResolver(tree).resolve(Self.b).answer(["l"]).value
  }

  @Test func aStrategyHoldsFromItsScopeDownAndAStopStartsAfresh() {
    let tree = ReferenceTree.chain(
      ["l": [1], "$merge": ["l": "append"]], ["l": [2]], ["$stop": ["l"], "l": [3]], ["l": [4, 1]],
      ["l": 5])
    #expect(value(tree, Self.b) == ["l": [1, 2]])
    #expect(value(tree, Self.c) == ["l": [3]])
    #expect(value(tree, Self.d) == ["l": [3, 4, 1]])
    #expect(value(tree, Self.e) == ["l": 5])
    let resolution = ReferenceResolver(tree).resolve(Self.d)
    #expect(
      resolution.leaves.map(\.origins) == [[.init(Self.d, "p.json"), .init(Self.c, "p.json")]])
    #expect(
      resolution.elements(["l"]) == [
        [.init(Self.c, "p.json")], [.init(Self.d, "p.json")], [.init(Self.d, "p.json")],
      ])
    #expect(ReferenceResolver(tree).resolve(Self.e).elements(["l"]) == nil)
  }

  @Test func prependPutsOwnElementsFirst() {
    #expect(merge("prepend", [1, 2], [3, 1]) == [3, 1, 1, 2])
    #expect(merge("replace", [1, 2], [3]) == [3])
  }

  @Test func unionAddsWhatTheResultDoesNotHaveYet() {
    #expect(
      merge(
        "union", [.number("1"), .number("1.0"), 2], [.number("1e0"), 3, .number("3.0"), 2, "2"])
        == [1, .number("1.0"), 2, 3, "2"])
    #expect(
      merge("union", [["a": 1, "b": 2]], [["b": 2, "a": 1], ["a": 1]]) == [
        ["a": 1, "b": 2], ["a": 1],
      ])
    #expect(
      merge("union", [["$ref": "a"], ["$$ref": "a"]], [["$ref": "a"], ["$ref": "b"]])
        == [["$ref": "a"], ["$ref": "a"], ["$ref": "b"]])
  }

  @Test func byOverlaysElementsOfOneName() {
    let tree = ReferenceTree.chain(
      [
        "$merge": ["l": ["by": "name"]],
        "l": [["name": "a", "x": ["y": 1, "z": [1]]], 7, ["name": "a", "w": 1]],
      ],
      [
        "l": [
          ["name": "b", "x": 1], ["name": "a", "x": ["z": [2]], "v": 1], ["x": 5], 7,
          ["name": "b", "x": 2],
        ]
      ])
    #expect(
      value(tree, Self.b) == [
        "l": [
          ["name": "a", "x": ["y": 1, "z": [2]], "v": 1], 7, ["name": "a", "w": 1],
          ["name": "b", "x": 2], ["x": 5], 7,
        ]
      ])
    let (far, near) = (ReferenceOrigin(Self.a, "p.json"), ReferenceOrigin(Self.b, "p.json"))
    #expect(
      ReferenceResolver(tree).resolve(Self.b).elements(["l"])
        == [[far, near], [far], [far], [near, near], [near], [near]])
  }

  @Test func aStrategyOfTheWrongKindCountsAsNotGiven() {
    let tree = ReferenceTree.chain(
      ["$merge": ["*": "append", "o": "replace"], "l": [1], "o": ["a": 1], "p": ["a": 1]],
      ["$merge": ["*": "deep"], "l": [2], "o": ["b": 1], "p": ["b": 1]],
      ["$merge": ["*": "union"], "l": [2], "o": ["c": 1], "p": 5])
    #expect(value(tree, Self.b) == ["l": [1, 2], "o": ["a": 1, "b": 1], "p": ["a": 1, "b": 1]])
    #expect(value(tree, Self.c) == ["l": [1, 2], "o": ["a": 1, "b": 1, "c": 1], "p": 5])
    // Without the nearer `deep` the farther `replace` counts, past a `union` that fits no objects.
    let passed = ReferenceTree.chain(
      ["$merge": ["o": "replace"], "o": ["a": 1]], ["$merge": ["*": "union"], "o": ["b": 1]])
    #expect(value(passed, Self.b) == ["o": ["b": 1]])
    #expect(merge("append", ["$ref": "x"], [1]) == [1])
  }

  @Test func theNearestDeclarationThenTheMostExactThenTheLastCounts() {
    let near = ReferenceTree.chain(
      ["$merge": ["a.l": "append"], "a": ["l": [1]]],
      ["$merge": ["*.*": "prepend"], "a": ["l": [2]]])
    #expect(value(near, Self.b) == ["a": ["l": [2, 1]]])
    let exact = ReferenceTree.chain(
      ["a": ["l": [1]]],
      [
        "$merge": ["a.*": "append", "*.l": "prepend", "*.*": "replace"],
        "a": ["l": [2], "$merge": ["*": "union"]],
      ])
    // `a.*` from within `a` is read last.
    #expect(value(exact, Self.b) == ["a": ["l": [1, 2]]])
    let last = ReferenceTree.chain(
      ["l": [1]], ["$merge": ["l": "append", "\"l\"": "prepend"], "l": [2]])
    #expect(value(last, Self.b) == ["l": [2, 1]])
    let early = ReferenceTree.chain(
      ["a": ["l": [1]]], ["$merge": ["a.*": "append", "*.l": "prepend"], "a": ["l": [2]]])
    #expect(value(early, Self.b) == ["a": ["l": [1, 2]]])
  }

  @Test func anObjectCanReplaceAnObject() {
    let tree = ReferenceTree.chain(
      ["$merge": ["db": "replace"], "db": ["host": 1, "pool": ["size": 1, "max": 2]]],
      ["db": ["pool": ["size": 3]]], ["db": [:]], ["db": ["host": 2]])
    #expect(value(tree, Self.b) == ["db": ["pool": ["size": 3]]])
    #expect(outcome(tree, Self.b, ["db", "host"]) == "replaced /b db")
    #expect(outcome(tree, Self.b, ["db", "pool", "max"]) == "replaced /b db")
    #expect(value(tree, Self.c) == ["db": [:]])
    #expect(outcome(tree, Self.c, ["db", "pool"]) == "replaced /b/c db")
    #expect(value(tree, Self.d) == ["db": ["host": 2]])
  }

  @Test func aStarForArraysMakesNoObjectReplace() {
    let tree = ReferenceTree.chain(
      ["$merge": ["*": "append"], "db": ["a": 1], "l": [1]], ["db": ["b": 2], "l": [2]])
    #expect(value(tree, Self.b) == ["db": ["a": 1, "b": 2], "l": [1, 2]])
  }

  @Test func removeTakesEqualElementsOutOfTheInheritedArray() {
    let tree = ReferenceTree.chain(
      ["l": [1, 2, .number("1.0")], "m": [1], "n": 1],
      ["$remove": ["*": [1]], "$merge": ["l": "append"], "l": [1], "k": [1]])
    #expect(value(tree, Self.b) == ["l": [2, 1], "m": [], "n": 1, "k": [1]])
    let named: PlainValue = [["name": "a", "x": 1], ["name": "b"], ["name": "a"], 1]
    let by = ReferenceTree.chain(
      ["l": named], ["$merge": ["l": ["by": "name"]], "$remove": ["l": [["name": "a"], 1]]])
    #expect(value(by, Self.b) == ["l": [["name": "b"]]])
    let without = ReferenceTree.chain(["l": named], ["$remove": ["l": [["name": "a"], 1]]])
    #expect(value(without, Self.b) == ["l": [["name": "a", "x": 1], ["name": "b"]]])
    let final = ReferenceTree.chain(["l": [1, 2], "$final": ["l"]], ["$remove": ["l": [1]]])
    #expect(value(final, Self.b) == ["l": [1, 2]])
  }
}

// MARK: - Overlays and the command line

extension ReferenceResolverTests {
  static let prod: [PlainName] = ["prod"]
  static let eu: [PlainName] = ["prod", "eu"]

  /// A tree by the paths of its scopes.
  func tree(_ contents: [([PlainName], PlainValue)]) -> ReferenceTree {
    ReferenceTree(contents.map { .init($0.0, [.init("p.json", $0.1)]) })
  }

  @Test func theOutermostTreeAnswersFirst() {
    let base = tree([([], ["k": 1]), (Self.eu, ["k": 2, "l": 2])])
    let first = tree([([], ["k": 3, "m": 3])])
    let second = tree([([], ["m": 4])])
    let resolver = ReferenceResolver(base, overlays: [first, second])
    #expect(resolver.resolve(Self.eu).value == ["k": 3, "l": 2, "m": 4])
    #expect(
      resolver.resolve(Self.eu).leaves.map(\.origins) == [
        [.init([], "p.json", overlay: 1)], [.init(Self.eu, "p.json")],
        [.init([], "p.json", overlay: 2)],
      ])
  }

  @Test func aStopInAnOverlayCutsOffTheTreesBefore() {
    let base = tree([([], ["k": 1]), (Self.eu, ["k": 2, "l": 2])])
    let overlay = tree([([], ["$stop": true, "n": 1])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(resolver.resolve(Self.eu).value == ["n": 1])
    #expect(outcome(resolver, Self.eu, ["l"]) == "stopped overlay 1 / $stop[-1]")
  }

  @Test func whatAScopeKeepsToItselfStaysThereUnderAnOverlayAndTheCommandLine() {
    let base = tree([(Self.prod, ["cert": "c", "$exclude": ["cert"]])])
    #expect(
      ReferenceResolver(base, overlays: [tree([])]).resolve(Self.prod).value == ["cert": "c"])
    let set: [(key: PlainKey, value: PlainValue)] = [(["x"], 1)]
    #expect(
      ReferenceResolver(base, set: set).resolve(Self.prod).value == ["cert": "c", "x": 1])
    #expect(ReferenceResolver(base, set: set).resolve(Self.eu).value == ["x": 1])
  }

  @Test func anExclusionTakesBackToWhatTheTreesBeforeGave() {
    let base = tree([
      ([], ["$exclude": ["k", "db.x"], "k": 1]), (Self.prod, ["k": 2, "db": ["x": 1]]),
    ])
    let overlay = tree([([], ["k": 3, "db": ["x": 3, "y": 3]])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(resolver.resolve([]).value == ["k": 3, "db": ["x": 3, "y": 3]])
    #expect(resolver.resolve(Self.prod).value == ["k": 2, "db": ["x": 1, "y": 3]])
    #expect(resolver.resolve(Self.eu).value == ["db": ["y": 3]])
    #expect(outcome(resolver, Self.eu, ["k"]) == "excluded / $exclude[0]")
    let own = tree([(Self.prod, ["k": 4])])
    #expect(outcome(ReferenceResolver(base, overlays: [own]), Self.prod, ["k"]) == "4")
  }

  @Test func anExclusionOfAnOverlayActsInTheTreesBeforeIt() {
    let base = tree([([], ["k": 1, "l": 1]), (Self.prod, ["k": 2])])
    let overlay = tree([([], ["$exclude": ["k", "l"]])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(resolver.resolve(Self.prod).value == ["k": 2])
    #expect(outcome(resolver, Self.prod, ["l"]) == "excluded overlay 1 / $exclude[1]")
    #expect(outcome(resolver, Self.eu, ["k"]) == "excluded overlay 1 / $exclude[0]")
  }

  @Test func whatAnOverlayStoppedOrReplacedIsTakenBackUnlessAnotherKindStandsAroundIt() {
    let base = tree([
      ([], ["$exclude": ["k", "db.x"]]), (Self.prod, ["k": 2, "db": ["x": 1, "y": 1]]),
    ])
    let stopping = ReferenceResolver(base, overlays: [tree([([], ["$stop": ["k", "db"]])])])
    #expect(stopping.resolve(Self.prod).value == ["k": 2, "db": ["x": 1]])
    let replacing = ReferenceResolver(base, overlays: [tree([([], ["k": [1], "db": 5])])])
    #expect(replacing.resolve(Self.prod).value == ["k": 2, "db": 5])
    let whole = tree([([], ["$exclude": ["db"]]), (Self.prod, ["db": ["x": 1]])])
    let over = ReferenceResolver(whole, overlays: [tree([([], ["db": 5])])])
    #expect(over.resolve(Self.prod).value == ["db": ["x": 1]])
    let back = tree([([], ["$exclude": ["db"]]), (Self.prod, ["db": 5])])
    let object = ReferenceResolver(back, overlays: [tree([([], ["db": ["x": 1]])])])
    #expect(object.resolve(Self.prod).value == ["db": 5])
    #expect(outcome(object, Self.prod, ["db", "x"]) == "excluded / $exclude[0]")
  }

  @Test func ofSeveralExclusionsTheOneFromTheNearestLevelOfTheLineageIsTheReason() {
    let base = tree([([], ["k": 1, "$exclude": ["k"]])])
    let overlay = tree([([], ["$exclude": ["x", "k"]])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(outcome(resolver, Self.prod, ["k"]) == "excluded overlay 1 / $exclude[1]")
  }

  @Test func aFinalHoldsAgainstLaterTreesAndTheirExclusions() {
    let base = tree([([], ["k": 1, "$final": ["k"]])])
    let overlay = tree([([], ["k": 2, "$exclude": ["k"]])])
    let resolver = ReferenceResolver(base, overlays: [overlay], set: [(["k"], 3)])
    #expect(resolver.resolve(Self.eu).value == ["k": 1])
    // Declared before the final, an exclusion acts on what it holds, also in a later tree.
    let early = tree([([], ["$exclude": ["k"]]), (Self.prod, ["k": 1])])
    let late = tree([([], ["k": 2, "$final": ["k"]]), (Self.prod, ["k": 3])])
    #expect(ReferenceResolver(early, overlays: [late]).resolve(Self.prod).value == ["k": 1])
  }

  @Test func theCommandLineReplacesAtItsKeys() {
    let base = ReferenceTree.chain(
      ["$merge": ["*": "append"], "db": ["host": 1, "port": 2], "l": [1]], ["$final": ["db.port"]])
    func set(_ set: (key: PlainKey, value: PlainValue)...) -> PlainValue {
      ReferenceResolver(base, set: set).resolve(Self.a).value
    }
    #expect(set((["db", "host"], 5)) == ["db": ["host": 5, "port": 2], "l": [1]])
    #expect(set((["db"], ["user": 1])) == ["db": ["user": 1], "l": [1]])
    #expect(set((["db"], [:])) == ["db": [:], "l": [1]])
    #expect(set((["l"], [2])) == ["db": ["host": 1, "port": 2], "l": [2]])
    #expect(
      set((["db"], ["user": 1]), (["db", "x"], 2))
        == ["db": ["user": 1, "x": 2], "l": [1]])
    #expect(set((["db", "x"], 2), (["db"], ["user": 1])) == ["db": ["user": 1], "l": [1]])
    #expect(set((["n"], 1), (["n"], 2)) == ["db": ["host": 1, "port": 2], "l": [1], "n": 2])
    let below = ReferenceResolver(base, set: [(["db"], ["port": 7, "user": 1])])
    #expect(below.resolve(Self.b).value == ["db": ["port": 2, "user": 1], "l": [1]])
    #expect(outcome(below, Self.b, ["db", "host"]) == "replaced --set 1 db")
    let whole = ReferenceResolver(base, set: [(["db"], 5)])
    #expect(outcome(whole, Self.b, ["db"]) == #"{"host":1,"port":2}"#)
  }
}

// MARK: - Computed values

extension ReferenceResolverTests {
  func evaluated(_ content: PlainValue, _ key: PlainKey) -> ReferenceOutcome {
    ReferenceResolver(.chain(content)).evaluated(Self.a, key: key)
  }

  @Test func aComputedValueIsALeafThatIsNoObject() {
    let tree = ReferenceTree.chain(
      ["a": ["x": 1], "b": ["$ref": "a", "default": ["$$n": 1]], "l": [["$format": "x"]]],
      ["a": ["$ref": "c"], "b": ["x": 2]], ["a": ["y": 3]])
    #expect(
      value(tree, Self.a) == [
        "a": ["x": 1], "b": ["$ref": "a", "default": ["$$n": 1]], "l": [["$format": "x"]],
      ])
    #expect(outcome(tree, Self.b, ["a"]) == #"{"$ref":"c"}"#)
    #expect(outcome(tree, Self.b, ["a", "x"]) == "replaced /b a")
    #expect(outcome(tree, Self.b, ["b"]) == #"{"x":2}"#)
    #expect(outcome(tree, Self.b, ["b", "$ref"]) == "never-set")
    #expect(outcome(tree, Self.c, ["a"]) == #"{"y":3}"#)
  }

  @Test func aReferenceIsWorkedOutInTheAskedScope() {
    let tree = ReferenceTree.chain(
      ["host": "h", "url": ["$format": "https://${host}:${db.port}/"], "db": ["port": 1]],
      ["host": "i"], ["db": ["port": .number("2.0")]])
    func url(_ scope: [PlainName]) -> ReferenceOutcome {
      ReferenceResolver(tree).evaluated(scope, key: ["url"])
    }
    #expect(url(Self.a) == .value("https://h:1/"))
    #expect(url(Self.b) == .value("https://i:1/"))
    #expect(url(Self.c) == .value("https://i:2.0/"))
  }

  @Test func followingReferencesGoesThroughWhatIsNeededOnly() {
    let content: PlainValue = ["x": ["$ref": "o"], "o": ["a": 1, "b": ["$ref": "x.a"]]]
    #expect(evaluated(content, ["x", "a"]) == .value(1))
    #expect(evaluated(content, ["o", "b"]) == .value(1))
    #expect(
      ReferenceResolver(.chain(content)).evaluated(Self.a)
        == ["x": ["a": 1, "b": 1], "o": ["a": 1, "b": 1]])
    let broken: PlainValue = ["x": ["$ref": "o"], "o": ["a": 1, "b": ["$ref": "none"]]]
    #expect(evaluated(broken, ["x", "a"]) == .value(1))
    #expect(evaluated(broken, ["x", "b"]) == .failure)
    #expect(evaluated(broken, ["x"]) == .failure)
    #expect(evaluated(broken, ["x", "c"]) == .absent)
    #expect(ReferenceResolver(.chain(broken)).evaluated(Self.a) == nil)
  }

  @Test func cyclesFail() {
    #expect(evaluated(["a": ["$ref": "a"]], ["a"]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "b", "default": 1], "b": ["$format": "${a}"]], ["b"]) == .failure)
    #expect(evaluated(["a": ["$ref": "a.b"]], ["a"]) == .failure)
    let around: PlainValue = ["x": ["$ref": "o"], "o": ["a": ["$ref": "x"], "b": 2]]
    #expect(evaluated(around, ["o"]) == .failure)
    #expect(evaluated(around, ["o", "a", "a", "b"]) == .value(2))
  }

  @Test func aDefaultIsForWhatHasNoValueAndNotForErrors() {
    #expect(evaluated(["a": ["$ref": "b"]], ["a"]) == .failure)
    #expect(evaluated(["a": ["$ref": "b", "default": nil]], ["a"]) == .value(nil))
    #expect(
      evaluated(["a": ["$ref": "b", "default": ["$ref": "c"]], "c": 3], ["a"]) == .value(3))
    #expect(
      evaluated(["a": ["$ref": "b.x", "default": 1], "b": ["$ref": "c"]], ["a"]) == .failure)
    #expect(evaluated(["a": ["$ref": "b.x", "default": 1], "b": 5], ["a"]) == .value(1))
    #expect(evaluated(["a": ["$format": "${b}", "default": "d"]], ["a"]) == .value("d"))
    #expect(evaluated(["a": ["$format": "${b}", "default": "d"], "b": [1]], ["a"]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "b", "default": ["k": ["$ref": ".l"], "l": 2]]], ["a", "k"])
        == .value(2))
  }

  @Test func aMapTranslatesScalars() {
    func mapped(_ value: PlainValue, _ options: PlainValue) -> ReferenceOutcome {
      evaluated(
        ["k": value, "t": 9, "a": .object([.init("$ref", "k")] + (options.members ?? []))], ["a"])
    }
    let map: PlainValue = ["map": ["1": "one", "true": ["$ref": "t"], "x": ["y": 1]]]
    #expect(mapped(1, map) == .value("one"))
    #expect(mapped("1", map) == .value("one"))
    #expect(mapped(.number("1.0"), map) == .failure)
    #expect(mapped(true, map) == .value(9))
    #expect(mapped("x", map) == .value(["y": 1]))
    #expect(mapped("z", ["map": ["x": 1, "*": 2], "default": 3]) == .value(2))
    #expect(mapped("z", ["map": ["x": 1], "default": "x"]) == .value("x"))
    #expect(mapped([1], ["map": ["*": 2], "default": 3]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "none", "map": ["*": 1], "default": 2]], ["a"]) == .value(2))
  }

  @Test func dotsCountObjectsUpAndArraysAreNone() {
    let content: PlainValue = [
      "n": 1,
      "o": [
        "n": 2, "own": ["$ref": ".n"], "up": ["$ref": "..n"], "far": ["$ref": "...n"],
        "list": [["n": 3, "v": ["$ref": ".n"], "w": ["$ref": "..n"]], [["$ref": ".n"]]],
      ],
      "copy": ["$ref": "o.list"],
    ]
    #expect(evaluated(content, ["o", "own"]) == .value(2))
    #expect(evaluated(content, ["o", "up"]) == .value(1))
    #expect(evaluated(content, ["o", "far"]) == .failure)
    #expect(evaluated(content, ["copy"]) == .value([["n": 3, "v": 3, "w": 2], [2]]))
    #expect(evaluated(content, ["copy", "0", "v"]) == .value(3))
    #expect(evaluated(content, ["copy", "1", "0"]) == .value(2))
    #expect(evaluated(content, ["copy", "2"]) == .absent)
    #expect(evaluated(content, ["copy", "00"]) == .absent)
  }

  @Test func theRelativeReferenceOfAnElementReadsThatVeryElement() {
    let tree = ReferenceTree.chain(
      [
        "$merge": ["l": ["by": "name"]],
        "l": [["name": "a", "port": 1, "url": ["$format": "${.name}:${.port}"]]],
      ],
      ["l": [["name": "b"], ["name": "a", "port": 2]]])
    #expect(
      ReferenceResolver(tree).evaluated(Self.b, key: ["l", "0", "url"]) == .value("a:2"))
  }

  @Test func aScopeIsAskedWithoutTheCommandLine() {
    let tree = ReferenceTree.chain(
      ["k": 1, "where": ["$ref": "$scope"]],
      ["k": 2, "up": ["$ref": "k", "scope": "/"], "there": ["$ref": "where", "scope": "b/c/"]],
      ["no": ["$ref": "k", "scope": "/none", "default": 1]])
    let resolver = ReferenceResolver(tree, set: [(["k"], 7)])
    #expect(resolver.evaluated(Self.b, key: ["k"]) == .value(7))
    #expect(resolver.evaluated(Self.b, key: ["up"]) == .value(1))
    #expect(resolver.evaluated(Self.b, key: ["there"]) == .value("/b/c"))
    #expect(resolver.evaluated(Self.c, key: ["no"]) == .failure)
    let kept = ReferenceTree.chain(
      ["k": 1, "$exclude": ["k"]], ["copy": ["$ref": "k", "scope": "/"]])
    #expect(ReferenceResolver(kept).evaluated(Self.b) == ["copy": 1])
  }

  @Test func theScopeAndItsNameCanBeWritten() {
    let tree = ReferenceTree.chain(
      ["a": ["$format": "${$scope} ${$scope.name} $$ $ ${\"x}\"}"], "x}": true], [:])
    #expect(ReferenceResolver(tree).evaluated(Self.a, key: ["a"]) == .value("/  $ $ true"))
    #expect(ReferenceResolver(tree).evaluated(Self.b, key: ["a"]) == .value("/b b $ $ true"))
  }

  @Test func inheritedIsWhatTheKeyWouldHaveWithoutTheStatement() {
    let more: PlainValue = ["path": ["$format": "${$inherited}:/opt"]]
    let tree = ReferenceTree.chain(["path": "/bin"], more, more)
    #expect(ReferenceResolver(tree).evaluated(Self.b) == ["path": "/bin:/opt"])
    #expect(ReferenceResolver(tree).evaluated(Self.c) == ["path": "/bin:/opt:/opt"])
    #expect(ReferenceResolver(.chain(more)).evaluated(Self.a) == nil)
    let files: [ReferenceTree.File] = [.init("1.json", ["path": "/usr"]), .init("2.json", more)]
    let sibling = ReferenceTree([
      .init([], [.init("p.json", ["path": "/bin"])]), .init(Self.b, files),
    ])
    #expect(ReferenceResolver(sibling).evaluated(Self.b) == ["path": "/bin:/opt"])
    let stopped = ReferenceTree.chain(
      ["k": 1], ["$stop": ["k"], "k": ["$ref": "$inherited", "default": "none"]])
    #expect(ReferenceResolver(stopped).evaluated(Self.b) == ["k": "none"])
    let array = ReferenceTree.chain(["l": [1, 2]], ["l": [0, ["$ref": "$inherited"]]])
    #expect(ReferenceResolver(array).evaluated(Self.b) == ["l": [0, [1, 2]]])
    let alone = ReferenceTree.chain(
      ["o": 5], ["o": ["p": ["$ref": "$inherited", "default": 1]]])
    #expect(ReferenceResolver(alone).evaluated(Self.b) == ["o": ["p": 1]])
  }

  @Test func aFinalComputedValueIsWorkedOutInTheAskedScope() {
    let tree = ReferenceTree.chain(
      ["a": ["$ref": "b"], "$final": ["a"], "b": 1], ["a": 5, "b": 2])
    #expect(ReferenceResolver(tree).evaluated(Self.b) == ["a": 2, "b": 2])
  }
}

// MARK: - Random samples

extension ReferenceResolverTests {
  static let wholes = (0..<300).map { RandomTree.makeWhole(seed: UInt64($0)) }

  /// `HEIR_TALLY=1` prints how often everything comes up.
  @Test func randomSamplesHoldWhatIsInteresting() {
    var tally = ReferenceTally()
    for whole in Self.wholes { tally.note(whole) }
    if ProcessInfo.processInfo.environment["HEIR_TALLY"] != nil {
      for (what, count) in tally.counts.sorted(by: { $0.value > $1.value }) { print(count, what) }
    }
    let least = [
      "$stop": 40, "$exclude": 60, "$final": 45, "$merge": 100, "$remove": 25, "overlays": 90,
      "command line": 80, "replace": 35, "append": 20, "prepend": 20, "union": 15, "by": 35,
      "overlaid element": 40, "taken back": 15, "refused": 100, "replaced": 400, "$ref": 250,
      "$format": 200, "default": 400, "map": 40, "scope": 40, "$inherited": 40, "relative": 120,
      "computed": 500,
    ]
    for (what, least) in least {
      let count = tally.counts[what] ?? 0
      #expect(count >= least, "\(what): \(count)")
    }
    let failing = tally.counts["scope that fails"] ?? 0
    #expect(failing * 8 < tally.counts["asked scope"] ?? 0, "\(failing) scopes fail")
  }

  @Test func aSeedAlwaysMakesTheSameSampleWithoutDuplicateNames() {
    for (seed, whole) in Self.wholes.enumerated() {
      let again = RandomTree.makeWhole(seed: UInt64(seed))
      #expect(RandomTree.description(of: whole) == RandomTree.description(of: again))
      for file in ([whole.tree] + whole.overlays).flatMap(\.scopes).flatMap(\.files) {
        expectDistinctNames(in: file.content)
      }
    }
  }

  @Test func wholeAndSingleAnswersFitTogether() {
    for whole in Self.wholes.prefix(150) {
      let resolver = ReferenceResolver(whole)
      for path in resolver.paths {
        let resolution = resolver.resolve(path)
        guard let value = resolver.evaluated(path) else {
          #expect(
            resolution.leaves.contains { resolver.evaluated(path, key: $0.key) == .failure })
          continue
        }
        for key in resolution.mentioned where resolution.answer(key).value != nil {
          var part: PlainValue? = value
          for name in key { part = part?.members?.first { $0.name == name }?.value }
          #expect(part.map { .value($0) } == resolver.evaluated(path, key: key))
        }
      }
    }
  }

  @Test func anOverlayThatSaysNothingChangesNoAnswer() {
    for whole in Self.wholes {
      let resolver = ReferenceResolver(whole)
      let nothing = ReferenceTree([.init([], [.init("p.json", [:])])])
      let other = ReferenceResolver(
        whole.tree, overlays: whole.overlays + [nothing], set: whole.set)
      for path in resolver.paths {
        let (left, right) = (resolver.resolve(path), other.resolve(path))
        #expect(left.mentioned == right.mentioned)
        for key in left.mentioned { #expect(left.answer(key) == right.answer(key)) }
      }
    }
  }

  /// What is locked stays as it is in every level after, whatever these say.
  @Test func noLevelAfterAFinalChangesWhatItLocks() {
    for whole in Self.wholes {
      // With the exclusions gone that were declared before a final, nothing at all takes it away.
      let whole = RandomTree.without(whole) { $0.name == "$exclude" }
      let resolver = ReferenceResolver(whole.tree)
      for path in whole.tree.paths where !path.isEmpty {
        let parent = resolver.resolve(Array(path.dropLast()))
        let child = resolver.resolve(path)
        for key in parent.lockedKeys(in: whole.tree) {
          #expect(parent.answer(key).value == child.answer(key).value, "\(whole.tree)")
        }
      }
    }
  }

  @Test func aFailingSampleShrinksToWhatMakesItFail() {
    func fails(_ whole: ReferenceWhole) -> Bool {
      let resolver = ReferenceResolver(whole)
      return resolver.paths.contains { path in
        resolver.resolve(path).leaves.contains { leaf in
          leaf.origins[0].overlay != nil && leaf.origins.count > 1 && leaf.value != [:]
        }
      }
    }
    let failing = Self.wholes.filter(fails)
    #expect(failing.count > 5)
    for whole in failing.prefix(5) {
      let small = RandomTree.shrunk(whole, while: fails)
      let text = RandomTree.description(of: small)
      #expect(small.overlays.count == 1 && small.set.isEmpty, "\(text)")
      #expect(text.utf8.count < 140, "\(text)")
    }
  }
}

extension ReferenceResolution {
  /// The keys with a value that a final of this scope or one above it covers.
  fileprivate func lockedKeys(in tree: ReferenceTree) -> [PlainKey] {
    let finals = (0...scope.count).flatMap { depth in
      tree.files(in: Array(scope.prefix(depth))).flatMap { $0.content.members ?? [] }
    }.filter { $0.name == "$final" }.flatMap { member -> [ReferencePattern] in
      guard case .array(let keys) = member.value else { return [ReferencePattern([.any])] }
      return keys.compactMap { key in
        if case .string(let text) = key { ReferencePattern(reading: text) } else { nil }
      }
    }
    return mentioned.filter { key in
      answer(key).value != nil && finals.contains { $0.covers(key) }
    }
  }
}
