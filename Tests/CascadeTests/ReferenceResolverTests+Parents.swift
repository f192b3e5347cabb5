import TestSupport
import Testing

/// Several parents, worked by hand: in `/n/s`, which lists `/a`, the order is `/n/s`, `/a`, `/n`, `/`.
extension ReferenceResolverTests {
  private static let s: [PlainName] = ["n", "s"]

  private func order(_ tree: ReferenceTree, _ path: [PlainName]) -> String {
    ReferenceOrder([tree])[path]?.map(ReferenceTree.spelled).joined(separator: " ") ?? "none"
  }

  @Test func furtherParentsStandBetweenAScopeAndTheOneAbove() {
    let scopes: [([PlainName], PlainValue)] = [["a"], ["b"], ["n"]].map { ($0, [:]) }
    for (list, expected): (PlainValue, String) in [
      (["/a", "b"], "/n/s /a /b /n /"), (["../../b/", "/a"], "/n/s /b /a /n /"),
      (["..", "/a"], "/n/s /n /a /"), (["/a", "../", "/b"], "/n/s /a /n /b /"),
      (["/a", "/b", "/a"], "/n/s /b /a /n /"), (["/n", "/a"], "/n/s /a /n /"),
      (["/x"], "none"), (["./t"], "none"), (["."], "none"), (["../../../a"], "none"),
    ] {
      let tree = tree(scopes + [(Self.s, .object([PlainMember("$inherit", list)]))])
      #expect(order(tree, Self.s) == expected)
      #expect(order(tree, ["n"]) == "/n /")
    }
  }

  @Test func aDiamondHasItsFarEndOnce() {
    let tree = tree([
      (["base"], [:]), (["l"], ["$inherit": ["/base"]]), (["r"], ["$inherit": ["/base"]]),
      (["s"], ["$inherit": ["/l", "/r"]]), (["s", "t"], [:]),
    ])
    #expect(order(tree, ["s", "t"]) == "/s/t /s /l /r /base /")
  }

  @Test func theListsOfLaterTreesComeFirst() {
    let base = tree([(["a"], [:]), (["b"], [:]), (Self.s, ["$inherit": ["/a"]])])
    let above = tree([(Self.s, ["$inherit": [".."]])])
    let other = tree([(Self.s, ["$inherit": ["/b", "/c"]]), (["c"], ["k": 1])])
    func order(_ trees: ReferenceTree...) -> String {
      ReferenceOrder(trees)[Self.s]?.map(ReferenceTree.spelled).joined(separator: " ") ?? "none"
    }
    #expect(order(base, above) == "/n/s /n /a /")
    #expect(order(base, other) == "/n/s /b /c /a /n /")
    #expect(order(base, above, other) == "/n/s /b /c /n /a /")
  }

  @Test func whatIsExcludedAnywhereInTheOrderHasOnlyWhatTheScopeItselfSays() {
    let tree = tree([
      ([], ["k": 0]), (["a"], ["k": 1]), (["n"], ["$exclude": ["k"]]),
      (Self.s, ["$inherit": ["/a"]]), (["n", "t"], ["$inherit": ["/a"], "k": 3]),
    ])
    #expect(outcome(tree, ["a"], ["k"]) == "1")
    #expect(outcome(tree, ["n"], ["k"]) == "0")
    #expect(outcome(tree, Self.s, ["k"]) == "excluded /n $exclude[0]")
    #expect(outcome(tree, ["n", "t"], ["k"]) == "3")
    let nearer = self.tree([
      (["a"], ["$exclude": ["k"]]), (["n"], ["k": 2]), (Self.s, ["$inherit": ["/a"]]),
    ])
    #expect(outcome(nearer, Self.s, ["k"]) == "excluded /a $exclude[0]")
  }

  @Test func stopsFinalsAndStrategiesActOverTheOrder() {
    let tree = tree([
      ([], ["k": 0, "$merge": ["l": "append"], "l": [1], "f": 1]),
      (["a"], ["$stop": ["k"], "l": [2], "f": 2]), (["n"], ["k": 2, "l": [3], "$final": ["f"]]),
      (Self.s, ["$inherit": ["/a"], "l": [4]]), (["n", "t"], ["$inherit": ["..", "/a"], "f": 3]),
    ])
    #expect(outcome(tree, Self.s, ["k"]) == "stopped /a $stop[0]")
    #expect(outcome(tree, Self.s, ["l"]) == "[1,3,2,4]")
    #expect(outcome(tree, Self.s, ["f"]) == "1")
    #expect(outcome(tree, ["n", "t"], ["k"]) == "2")
    #expect(outcome(tree, ["n", "t"], ["l"]) == "[1,2,3]")
    #expect(outcome(tree, ["n", "t"], ["f"]) == "2")
  }
}
