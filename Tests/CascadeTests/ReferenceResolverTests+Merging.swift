import Foundation
import TestSupport
import Testing

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
