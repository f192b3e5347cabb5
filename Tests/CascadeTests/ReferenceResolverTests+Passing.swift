import TestSupport
import Testing

/// Keys that `$pass` lets descendants inherit, worked by hand.
extension ReferenceResolverTests {
  @Test func onlyWhatIsListedGoesDown() {
    let tree = ReferenceTree.chain(
      ["$pass": ["a", "o.b"], "a": 1, "c": 2, "o": ["b": 3, "d": 4]], ["c": 5], [:])
    #expect(value(tree, Self.a) == ["a": 1, "c": 2, "o": ["b": 3, "d": 4]])
    #expect(value(tree, Self.b) == ["a": 1, "c": 5, "o": ["b": 3]])
    #expect(value(tree, Self.c) == ["a": 1, "o": ["b": 3]])
    #expect(outcome(tree, Self.c, ["c"]) == "excluded / $pass[-1]")
    #expect(outcome(tree, Self.c, ["o", "d"]) == "excluded / $pass[-1]")
  }

  @Test func aListInAnObjectSpeaksOfItsMembersAlone() {
    let tree = ReferenceTree.chain(
      ["db": ["$pass": ["*st"], "host": 1, "port": 2], "c": 3], ["db": 5], [:])
    #expect(value(tree, Self.b) == ["db": 5, "c": 3])
    #expect(value(tree, Self.c) == ["db": 5, "c": 3])
    let objects = ReferenceTree.chain(["db": ["$pass": ["*st"], "host": 1, "port": 2]], [:])
    #expect(value(objects, Self.b) == ["db": ["host": 1]])
    #expect(outcome(objects, Self.b, ["db", "port"]) == "excluded / $pass[-1] in db")
  }

  @Test func whatAListedKeyLeadsThroughStaysUnlessItIsAnObject() {
    for (value, expected): (PlainValue, PlainValue) in [
      (5, [:]), ([1], [:]), ([:], ["o": [:]]), (["c": 1], [:]), (["b": 1], ["o": ["b": 1]]),
    ] {
      let tree = ReferenceTree.chain(["$pass": ["o.b"], "o": value], [:])
      #expect(self.value(tree, Self.b) == expected)
    }
  }

  @Test func theListsOfOneLevelAreOneAndThoseOfSeveralAreEach() {
    let files = ReferenceTree([
      .init(
        [],
        [
          .init("1.json", ["$pass": ["a"], "a": 1, "b": 2, "c": 3]),
          .init("2.json", ["$pass": ["b"]]),
        ]), .init(Self.b),
    ])
    #expect(value(files, Self.b) == ["a": 1, "b": 2])
    let levels = ReferenceTree.chain(
      ["$pass": ["a"], "a": 1, "b": 2], ["$pass": ["b"], "b": 3], [:])
    #expect(value(levels, Self.b) == ["a": 1, "b": 3])
    #expect(value(levels, Self.c) == [:])
  }

  /// What an exclusion emptied is gone, however far down.
  @Test func whatNothingIsLeftOfDoesNotComeBackWhereOthersLeadThroughIt() {
    let base = tree([([], ["b": ["$pass": []]]), (["n"], ["b": [:], "c": 1]), (["n", "s"], [:])])
    let over = tree([([], ["$pass": ["b.c", "c.d"], "b": ["c": 1], "c": ["e": 1]])])
    let resolver = ReferenceResolver(base, overlays: [over])
    for path: [PlainName] in [["n"], ["n", "s"], ["n", "s", "t"]] {
      #expect(resolver.resolve(path).value == [:])
    }
  }

  @Test func whatDoesNotPassDoesSoInNoTreeUnlessAFinalHoldsIt() {
    let base = tree([([], ["a": 1, "b": 1]), (["n"], [:])])
    let over = tree([([], ["$pass": ["b"], "a": 2, "b": 2])])
    let resolver = ReferenceResolver(base, overlays: [over])
    #expect(resolver.resolve(["n"]).value == ["b": 2])
    let sealed = ReferenceTree.chain(["$final": ["k"], "k": 1], ["$pass": []], [:])
    #expect(value(sealed, Self.c) == ["k": 1])
  }
}
