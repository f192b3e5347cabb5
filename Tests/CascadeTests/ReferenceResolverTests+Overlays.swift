import Foundation
import TestSupport
import Testing

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

  @Test func anExclusionThatAFinalOfItsTreeRefusesDoesNotActInTheTreesBefore() {
    let base = tree([([], ["port": ["b": 1]])])
    let finalKeys: PlainValue = ["$final": ["*"]]
    let overlay = tree([(["b"], finalKeys), (["b", "a"], ["$exclude": ["*"]])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(resolver.resolve(["b", "a"]).value == ["port": ["b": 1]])
    #expect(resolver.resolve(["b", "a", "c"]).value == ["port": ["b": 1]])
    // In one level with the final, or in a level before it, the exclusion acts.
    let atOnce = tree([(["b", "a"], ["$exclude": ["*"], "$final": ["*"]])])
    let both = ReferenceResolver(base, overlays: [atOnce])
    #expect(outcome(both, ["b", "a"], ["port"]) == #"{"b":1}"#)
    #expect(outcome(both, ["b", "a", "c"], ["port"]) == "excluded overlay 1 /b/a $exclude[0]")
    let late = tree([(["b"], ["$exclude": ["port"]]), (["b", "a"], finalKeys)])
    #expect(
      outcome(ReferenceResolver(base, overlays: [late]), ["b", "a"], ["port"])
        == "excluded overlay 1 /b $exclude[0]")
  }

  @Test func aFinalInADeepScopeHoldsAgainstAnExclusionFartherUpInALaterTree() {
    let base = tree([([], ["k": 1, "l": 1]), (["p", "q"], ["$final": ["k"]])])
    let overlay = tree([(["p"], ["$exclude": ["*"]])])
    let resolver = ReferenceResolver(base, overlays: [overlay])
    #expect(resolver.resolve(["p"]).value == ["k": 1, "l": 1])
    #expect(resolver.resolve(["p", "q"]).value == ["k": 1])
    #expect(resolver.resolve(["p", "q", "r"]).value == ["k": 1])
    #expect(outcome(resolver, ["p", "q"], ["l"]) == "excluded overlay 1 /p $exclude[0]")
    // Beside that scope there is no such final.
    #expect(outcome(resolver, ["p", "r"], ["k"]) == "excluded overlay 1 /p $exclude[0]")
    let object = tree([
      ([], ["db": ["host": "h", "port": 1]]), (["p", "q"], ["$final": ["db.host"]]),
    ])
    let over = ReferenceResolver(object, overlays: [tree([(["p"], ["$exclude": ["db"]])])])
    #expect(over.resolve(["p", "q"]).value == ["db": ["host": "h"]])
    #expect(outcome(over, ["p", "q"], ["db", "port"]) == "excluded overlay 1 /p $exclude[0]")
    #expect(outcome(over, ["p", "r"], ["db"]) == "excluded overlay 1 /p $exclude[0]")
  }

  @Test func ofThreeTreesTheOrderInTheLineageDecidesWhichExclusionAFinalRefuses() {
    let base = tree([([], ["k": 1, "l": 1])])
    let first = tree([(["p"], ["k": 2, "$final": ["k"]])])
    let second = tree([(["p"], ["$exclude": ["k", "l"]])])
    let three = ReferenceResolver(base, overlays: [first, second])
    #expect(three.resolve(["p"]).value == ["k": 2, "l": 1])
    #expect(three.resolve(["p", "q"]).value == ["k": 2])
    #expect(outcome(three, ["p", "q"], ["l"]) == "excluded overlay 2 /p $exclude[1]")
    // Stacked the other way round the exclusion comes first, and acts.
    let turned = ReferenceResolver(base, overlays: [second, first])
    #expect(turned.resolve(["p"]).value == ["k": 2, "l": 1])
    #expect(outcome(turned, ["p", "q"], ["k"]) == "excluded overlay 1 /p $exclude[0]")
    // What the base excluded before the final goes all the same; the refused exclusion is not the reason.
    let early = tree([([], ["k": 1, "l": 1, "$exclude": ["k"]])])
    let several = ReferenceResolver(early, overlays: [first, second])
    #expect(several.resolve(["p"]).value == ["k": 2, "l": 1])
    #expect(outcome(several, ["p", "q"], ["k"]) == "excluded / $exclude[0]")
    // What the trees before gave stays in the overlay in which the final stands.
    let kept = tree([([], ["k": 3]), (["p", "q"], ["$final": ["k"]])])
    let deep = ReferenceResolver(base, overlays: [kept, second])
    #expect(deep.resolve(["p", "q"]).value == ["k": 3])
    #expect(outcome(deep, ["p", "r"], ["k"]) == "excluded overlay 2 /p $exclude[0]")
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
