import Foundation
import TestSupport
import Testing

/// What `check` holds scopes to, by whom they inherit from and who from them (T12, A3).
extension RuleLawTests {
  private static let key: PlainKey = ["need"]

  private static func wanting(_ sample: ReferenceRuled, seed: Int) -> ReferenceRuled {
    var sample = sample
    var random = SplitMix64(seed: UInt64(seed) ^ 0x4EED)
    // What the command line says is no part of the tree; what facts may bring is excused without them.
    (sample.whole.set, sample.facts) = ([], sample.facts ?? [:])
    let paths = sample.whole.tree.paths
    for path in paths where path.isEmpty || random.upTo(3) == 0 {
      let content: PlainValue =
        path.isEmpty
        ? ["$required": ["need"], "wants": ["$ref": "need"]]
        : ["need": .number("\(random.upTo(9))")]
      sample.whole.tree.scopes.append(.init(path, [.init("zz.json", content)]))
    }
    return sample
  }

  @Test func aRequiredKeyIsMissingOnlyInConcreteScopesThatNobodyInherits() {
    var (missed, excused) = (0, 0)
    for seed in Self.seeds {
      let sample = RandomTree.makeRuled(seed: UInt64(seed))
      let isRight = sample.expectNone(seed: seed) { sample in
        let wanting = Self.wanting(sample, seed: seed)
        return wanting.isSound
          ? Self.problem(ofMissing: RandomDesk(wanting), &missed, &excused) : nil
      }
      if !isRight { return }
    }
    #expect(
      Seeds.isLong ? missed > 15 && excused > 8 : missed > 4 && excused > 1,
      "\(missed), \(excused)")
  }

  private static func problem(
    ofMissing desk: RandomDesk, _ missed: inout Int, _ excused: inout Int
  ) -> String? {
    let resolver = desk.sample.resolver
    let paths = resolver.paths
    let parents = Set(paths.flatMap { resolver.order[$0]?.dropFirst() ?? [] })
    let missing = Set(paths.filter { resolver.resolve($0).answer(key).value == nil })
    let last = paths.filter { path in !paths.contains { $0 != path && $0.starts(with: path) } }
    let refers = Set(paths.filter { resolver.resolve($0).answer(["wants"]).value != nil })
    for start in paths {
      let below = paths.filter { $0.starts(with: start) }
      let required = below.filter {
        missing.contains($0) && !parents.contains($0) && !desk.sample.isAbstract($0)
      }
      let failing = below.filter { path in
        missing.contains(path) && refers.contains(path) && !desk.sample.isAbstract(path)
          && !last.contains {
            $0 != path && $0.starts(with: path) && refers.contains($0) && !missing.contains($0)
          }
      }
      missed += required.count
      excused += missing.intersection(below).count - required.count
      let scope = ReferenceTree.spelled(start)
      let told = json(desk.harness.run("check", scope, "--json", "-q"))
      let findings = told?["findings"] as? [NSDictionary] ?? []
      for (rule, expected) in [("required", required), ("reference", failing)] {
        let found = findings.filter {
          $0["rule"] as? String == rule
            && ["need", "wants"].contains($0["key"] as? String ?? "need")
        }
        let count = found.reduce(0) { $0 + ($1["scopes"] as? Int ?? 1) }
        if count != expected.count {
          return "check \(scope) finds \(rule) in \(count), not in "
            + "\(expected.map(ReferenceTree.spelled)): \(found.map { $0["message"] ?? "" })"
        }
      }
    }
    return nil
  }
}
