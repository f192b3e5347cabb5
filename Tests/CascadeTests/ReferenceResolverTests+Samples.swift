import Foundation
import TestSupport
import Testing

extension ReferenceResolverTests {
  static let wholes = (0..<300).map { RandomTree.makeWhole(seed: UInt64($0)) }

  /// `HEIR_TALLY=1` shows how often everything comes up.
  private func print(_ tally: ReferenceTally) {
    guard ProcessInfo.processInfo.environment["HEIR_TALLY"] != nil else { return }
    for (what, count) in tally.counts.sorted(by: { $0.value > $1.value }) {
      Swift.print(count, what)
    }
  }

  @Test func randomSamplesHoldWhatIsInteresting() {
    var tally = ReferenceTally()
    for whole in Self.wholes { tally.note(whole) }
    print(tally)
    let least = [
      "$stop": 40, "$exclude": 60, "$pass": 40, "$final": 45, "$merge": 100, "$remove": 25,
      "overlays": 90,
      "command line": 80, "replace": 35, "append": 20, "prepend": 20, "union": 15, "by": 35,
      "overlaid element": 40, "taken back": 15, "refused": 100, "replaced": 400, "$ref": 250,
      "$format": 200, "default": 400, "map": 40, "scope": 40, "$inherited": 40, "relative": 120,
      "computed": 500, "$inherit": 60, "parents by an overlay": 15, "above placed": 15,
      "parent from here": 40, "diamond": 30, "above among others": 10,
    ]
    for (what, least) in least {
      let count = tally.counts[what] ?? 0
      #expect(count >= least, "\(what): \(count)")
    }
    let failing = tally.counts["scope that fails"] ?? 0
    #expect(failing * 8 < tally.counts["asked scope"] ?? 0, "\(failing) scopes fail")
  }

  /// Those of which the rules of inheritance are hardest where they meet, in the very samples of the laws.
  @Test func theSamplesOfTheLawsHoldEverySituation() {
    var tally = ReferenceTally()
    for whole in Self.wholes.prefix(LawTests.seeds.count) { tally.noteSituations(whole) }
    print(tally)
    let least = [
      "three trees": 40, "deep final against a later exclusion": 10,
      "final against an exclusion in the trees before": 10, "several exclusions of a key": 30,
      "several exclusions take a key": 20, "final in inner object": 15, "four kinds in turn": 20,
      "replace around a final": 15, "command line displaces": 30, "command line refused": 10,
    ]
    for (what, least) in least {
      let count = tally.counts[what] ?? 0
      #expect(count >= least, "\(what): \(count)")
    }
    for outcome in [
      "effective", "merged", "overridden", "stopped", "excluded", "replaced", "refused",
    ] {
      let count = tally.counts["fate \(outcome)"] ?? 0
      #expect(count >= 40, "\(outcome): \(count)")
    }
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
      let whole = RandomTree.without(whole) { ["$exclude", "$pass"].contains($0.name) }
      let resolver = ReferenceResolver(whole.tree)
      for path in whole.tree.paths where !path.isEmpty {
        let parent = resolver.resolve(Array(path.dropLast()))
        let child = resolver.resolve(path)
        // What stands between others may see values that these set before the final.
        let orders = [path, parent.scope].compactMap { resolver.order[$0] }
        guard orders[0].suffix(orders[1].count) == orders[1][...] else { continue }
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
    // Without lists of parents, which keep what they name.
    let failing = Self.wholes.filter { whole in
      !([whole.tree] + whole.overlays).contains(where: \.hasFurtherParents) && fails(whole)
    }
    #expect(failing.count > 5)
    for whole in failing.prefix(5) {
      let small = RandomTree.shrunk(whole, while: fails)
      let text = RandomTree.description(of: small)
      #expect(small.overlays.count == 1 && small.set.isEmpty, "\(text)")
      #expect(text.utf8.count < 140, "\(text)")
    }
  }
}
