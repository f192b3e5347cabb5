import Foundation
import TestSupport
import Testing

/// Examples of the reference resolver, worked by hand. In a chain the root is A, `/b` is B, `/b/c` is C and so on.
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
      "stopped by a star": 200, "stopped by two stars": 30,
      "stopped by a part of a name": 10, "stopped from within": 100, "object to non-object": 150,
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

  func expectDistinctNames(in value: PlainValue) {
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
    // Without lists of parents, which keep what they name.
    let seeds = (0..<40).map(UInt64.init).filter {
      let tree = RandomTree.make(seed: $0)
      return !tree.hasFurtherParents && fails(tree)
    }
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

extension ReferenceResolution {
  /// The keys with a value that a final of this scope or one above it covers.
  func lockedKeys(in tree: ReferenceTree) -> [PlainKey] {
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
