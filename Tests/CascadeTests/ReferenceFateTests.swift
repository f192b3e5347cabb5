import TestSupport
import Testing

/// Outcomes of the reference resolver, worked by hand. In a chain the root is A, `/b` is B and so on.
@Suite struct ReferenceFateTests {
  private func fates(
    _ tree: ReferenceTree, _ scope: [PlainName], _ key: PlainKey, overlays: [ReferenceTree] = [],
    set: [(key: PlainKey, value: PlainValue)] = []
  ) -> [String] {
    ReferenceResolver(tree, overlays: overlays, set: set).resolve(scope).fates(key).map { fate in
      func place(_ origin: ReferenceOrigin) -> String {
        let scope = origin.commandLine.map { "set \($0)" } ?? ReferenceTree.spelled(origin.scope)
        return (origin.overlay.map { "\($0):" } ?? "") + scope
      }
      let by =
        switch fate.by {
        case .marker(let marker): " by \(place(marker.origin)) \(marker.pattern.dotted)"
        case .value(let origin, let key): " by \(place(origin)) \(ReferencePattern.spelled(key))"
        case nil: ""
        }
      return "\(place(fate.origin)) \(fate.outcome.rawValue)\(by)"
    }
  }

  private func tree(_ contents: [([PlainName], PlainValue)]) -> ReferenceTree {
    ReferenceTree(contents.map { .init($0.0, [.init("p.json", $0.1)]) })
  }

  @Test func aValueIsOverriddenByTheNextOne() {
    let tree = ReferenceTree.chain(["k": 1], ["k": [2]], [:], ["k": 3])
    #expect(fates(tree, ["b"], ["k"]) == ["/b effective", "/ overridden by /b k"])
    #expect(
      fates(tree, ["b", "c", "d"], ["k"]) == [
        "/b/c/d effective", "/b overridden by /b/c/d k", "/ overridden by /b k",
      ])
    #expect(fates(tree, ["b"], ["l"]).isEmpty)
  }

  @Test func aValueOfTheOtherKindReplaces() {
    let tree = ReferenceTree.chain(["k": 1], ["k": ["x": 2, "y": ["z": 1]]], ["k": 3])
    #expect(fates(tree, ["b"], ["k"]) == ["/ replaced by /b k"])
    #expect(fates(tree, ["b", "c"], ["k"]) == ["/b/c effective", "/ replaced by /b k"])
    #expect(fates(tree, ["b", "c"], ["k", "x"]) == ["/b replaced by /b/c k"])
    #expect(fates(tree, ["b", "c"], ["k", "y", "z"]) == ["/b replaced by /b/c k"])
  }

  @Test func anObjectOfAStrategyReplacesAllThatIsInTheInheritedOne() {
    let tree = ReferenceTree.chain(
      ["$merge": ["o": "replace"], "$final": ["o.f"], "o": ["a": 1, "b": 1, "f": 1]],
      ["o": ["a": 2, "f": 2]])
    #expect(fates(tree, ["b"], ["o", "a"]) == ["/b effective", "/ replaced by /b o"])
    #expect(fates(tree, ["b"], ["o", "b"]) == ["/ replaced by /b o"])
    #expect(fates(tree, ["b"], ["o", "f"]) == ["/b refused by / o.f", "/ effective"])
  }

  @Test func aStopTakesWhatStillHoldsAndNothingElse() {
    let tree = ReferenceTree.chain(
      ["k": 1], ["k": 2], ["$stop": ["k"]], ["$stop": ["*"], "k": 3])
    #expect(
      fates(tree, ["b", "c", "d"], ["k"]) == [
        "/b/c/d effective", "/b stopped by /b/c k", "/ overridden by /b k",
      ])
    let inner = ReferenceTree.chain(
      ["o": ["a": 1]], ["o": ["$stop": true, "a": 2]], ["$stop": true])
    #expect(
      fates(inner, ["b", "c"], ["o", "a"]) == ["/b stopped by /b/c *", "/ stopped by /b o.*"])
  }

  @Test func anExclusionTakesOnTheWayDown() {
    let tree = ReferenceTree.chain(["k": 1, "$exclude": ["k"]], ["k": 2], [:])
    #expect(fates(tree, [], ["k"]) == ["/ effective"])
    #expect(fates(tree, ["b"], ["k"]) == ["/b effective", "/ excluded by / k"])
    #expect(fates(tree, ["b", "c"], ["k"]) == ["/b excluded by / k", "/ excluded by / k"])
  }

  @Test func whatAnExclusionTakesBackHoldsAgain() {
    let base = tree([([], ["$exclude": ["k"], "k": 1]), (["b"], ["k": 2])])
    let overlay = tree([([], ["k": 3])])
    #expect(
      fates(base, [], ["k"], overlays: [overlay]) == ["1:/ effective", "/ overridden by 1:/ k"])
    #expect(
      fates(base, ["b"], ["k"], overlays: [overlay]) == [
        "1:/ excluded by / k", "/b effective", "/ excluded by / k",
      ])
    #expect(
      fates(base, ["b"], ["k"], overlays: [tree([([], ["$stop": ["k"]])])]) == [
        "/b effective", "/ excluded by / k",
      ])
    #expect(
      fates(base, ["b"], ["k"], overlays: [tree([([], ["k": ["x": 1]])])]) == [
        "/b effective", "/ excluded by / k",
      ])
    // What holds again can be displaced again, and that is what counts.
    let last = tree([(["b"], ["k": 4])])
    #expect(
      fates(base, ["b"], ["k"], overlays: [overlay, last]) == [
        "2:/b effective", "1:/ excluded by / k", "/b overridden by 2:/b k", "/ excluded by / k",
      ])
  }

  @Test func aFinalRefuses() {
    let tree = ReferenceTree.chain(
      ["k": 1, "o": ["a": ["b": 1], "c": 1], "$final": ["k", "o.a.b", "n"]],
      ["k": 1, "o": 5, "n": 1], ["k": ["x": 1], "o": ["a": 6, "c": 2]])
    #expect(fates(tree, ["b"], ["k"]) == ["/b refused by / k", "/ effective"])
    #expect(fates(tree, ["b"], ["o"]) == ["/b refused by / o.a.b"])
    #expect(fates(tree, ["b"], ["n"]) == ["/b refused by / n"])
    #expect(fates(tree, ["b", "c"], ["k", "x"]) == ["/b/c refused by / k"])
    #expect(fates(tree, ["b", "c"], ["o", "a"]) == ["/b/c refused by / o.a.b"])
    #expect(
      fates(tree, ["b", "c"], ["o", "c"]) == ["/b/c effective", "/ overridden by /b/c o.c"])
    let set: [(key: PlainKey, value: PlainValue)] = [(["o"], ["a": ["b": 2], "d": 1]), (["k"], 2)]
    #expect(
      fates(tree, ["b"], ["k"], set: set) == [
        "set 2 refused by / k", "/b refused by / k", "/ effective",
      ])
    #expect(
      fates(tree, ["b"], ["o", "a", "b"], set: set) == ["set 1 refused by / o.a.b", "/ effective"])
    #expect(fates(tree, ["b"], ["o", "c"], set: set) == ["/ replaced by set 1 o"])
  }

  @Test func ofSeveralFinalsInWhatAValueWouldReplaceAnyMayBeNamed() {
    let tree = ReferenceTree.chain(
      ["o": ["a": 1, "b": 1, "c": 1], "$final": ["o.a", "o.b", "o.d"]], ["$final": ["o.b"]],
      ["o": 5])
    let fate = ReferenceResolver(tree).resolve(["b", "c"]).fates(["o"])
    let patterns = fate.map { fate in
      fate.decisions.map { decision in
        if case .marker(let marker) = decision {
          "\(marker.level) \(marker.pattern.dotted)"
        } else {
          ""
        }
      }
    }
    // The level after is named for `o.b`; `o.d` has no value to hold.
    #expect(patterns == [["1 o.b", "0 o.a"]])
  }

  @Test func arraysThatArePutTogetherAreMergedAndGoTogether() {
    let tree = ReferenceTree.chain(
      ["l": [1], "$merge": ["l": "append"]], ["l": [2]], ["$remove": ["l": [1, 2]]],
      ["$stop": ["l"], "l": [3]], ["l": 5])
    #expect(fates(tree, ["b"], ["l"]) == ["/b merged", "/ merged"])
    #expect(fates(tree, ["b", "c"], ["l"]) == ["/b merged", "/ merged"])
    #expect(
      fates(tree, ["b", "c", "d"], ["l"]) == [
        "/b/c/d effective", "/b stopped by /b/c/d l", "/ stopped by /b/c/d l",
      ])
    #expect(
      fates(tree, ["b", "c", "d", "e"], ["l"]) == [
        "/b/c/d/e effective", "/b/c/d overridden by /b/c/d/e l", "/b stopped by /b/c/d l",
        "/ stopped by /b/c/d l",
      ])
    #expect(
      fates(tree, ["b"], ["l"], set: [(["l"], [9])]) == [
        "set 1 effective", "/b overridden by set 1 l", "/ overridden by set 1 l",
      ])
  }

  @Test func whatAnotherFileOfTheScopeOverwroteWasNeverThere() {
    let tree = ReferenceTree([
      .init([], [.init("a.json", ["k": 1, "o": ["x": 1]]), .init("b.json", ["k": 2, "o": 5])])
    ])
    let resolution = ReferenceResolver(tree).resolve([])
    #expect(resolution.fates(["k"]).map(\.origin.file) == ["b.json"])
    #expect(resolution.fates(["o", "x"]).isEmpty)
  }
}
