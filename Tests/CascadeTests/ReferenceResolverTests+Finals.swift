import Foundation
import TestSupport
import Testing

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
