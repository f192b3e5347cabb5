import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

@Suite struct ImpactLawTests {
  static let seeds = Seeds.upTo(3)

  /// Checks a law on every seed; what breaks it is made small before it is shown.
  static func check(
    _ kind: RandomTimes.Kind, _ times: (RandomTimes.Kind, UInt64) -> ReferenceTimes,
    _ law: @escaping (ImpactSample) -> String?
  ) {
    var count = 0
    for seed in seeds {
      let times = times(kind, UInt64(seed))
      if ImpactSample(times, seed: seed) != nil { count += 1 }
      if !times.expectNone(seed: seed, { ImpactSample($0, seed: seed).flatMap(law) }) { return }
    }
    #expect(count > seeds.count / 2)
  }

  @Test(arguments: RandomTimes.Kind.allCases)
  func impactReportsEveryChangedLeafAndNoOther(kind: RandomTimes.Kind) {
    Self.check(kind, RandomTimes.make) { $0.problemOfScopes() ?? $0.problemOfChanges() }
  }

  /// What effective values come to may depend on the order, where several statements of one scope say
  /// different things of one key.
  @Test(arguments: RandomTimes.Kind.allCases)
  func rearrangedFilesAreNoChange(kind: RandomTimes.Kind) {
    Self.check(kind, RandomTimes.rearranged) { sample in
      // Smaller samples may say something else.
      sample.impact.edits.isEmpty || !sample.times.isRearranged
        ? nil : "has \(sample.impact.edits.count) edits"
    }
  }
}

extension ImpactSample {
  fileprivate func problemOfScopes() -> String? {
    func paths(_ scopes: [Scope]) -> [[PlainName]] {
      scopes.map { $0.names.map { PlainName(bytes: $0) } }
    }
    if paths(impact.scopeIndex.scopes) != self.paths {
      return "compares \(impact.scopeIndex.scopes.count) scopes"
    }
    if paths(impact.added) != onlyAfter { return "\(impact.added.count) scopes are added" }
    if paths(impact.removed) != onlyBefore { return "\(impact.removed.count) scopes are removed" }
    return nil
  }

  fileprivate func problemOfChanges() -> String? {
    var told = [[PlainKey: ImpactChange]](repeating: [:], count: paths.count)
    for change in impact.changes {
      let key = plain(change.key)
      for number in change.scopes.numbers {
        if told[number][key] != nil { return "\(change) is told twice" }
        told[number][key] = change
      }
    }
    var failing: [PlainKey: [(number: Int, side: Side)]] = [:]
    var losses: [Set<PlainKey>] = []
    for number in paths.indices {
      guard let from = evaluated(number, .from), let to = evaluated(number, .to) else { return nil }
      let difference = PlainDifference(from, to)
      if let problem = Self.problem(difference.changes, told[number]) {
        return "\(spelled(number)): \(problem)"
      }
      losses.append(difference.losses)
      for (key, sides) in difference.failures {
        for side in sides { failing[key, default: []].append((number, side)) }
      }
    }
    return problemOfFailures(failing, losses)
  }

  private static func problem(
    _ expected: [PlainKey: BeforeAfter<String?>], _ told: [PlainKey: ImpactChange]
  ) -> String? {
    for (key, sides) in expected {
      let name = ReferencePattern.spelled(key)
      let words = "\(name) from \(sides.from ?? "nothing") to \(sides.to ?? "nothing")"
      guard let change = told[key] else { return "\(words) is not told" }
      for side in [Side.from, .to] {
        let value = change.values[side]
        let text = value.map { String(decoding: $0.json, as: UTF8.self) }
        if !PlainDifference.isEqual(sides[side], text) {
          return "\(words) is told with \(text ?? "nothing")"
        }
      }
    }
    for key in told.keys where expected[key] == nil {
      return "\(ReferencePattern.spelled(key)) is told and does not change"
    }
    return nil
  }

  /// What fails in one time alone is told, unless all that is wrong is that a value is missing, which some
  /// scope below without scopes of its own does not miss; and at any rate where there was a value.
  private func problemOfFailures(
    _ failing: [PlainKey: [(number: Int, side: Side)]], _ losses: [Set<PlainKey>]
  ) -> String? {
    var expected: Set<String> = []
    for (key, places) in failing {
      for (number, side) in places
      where !places.contains(where: { $0.number == number && $0.side != side }) {
        let isLoss = side == .to && losses[number].contains(key)
        if !isLoss && isExcused(key, number, side, places) { continue }
        expected.insert("\(Self.exact(key)) in \(number) \(side)")
      }
    }
    let told = impact.failures.map { scope, failure in
      let number = impact.scopeIndex.scopes.firstIndex(of: scope) ?? -1
      return "\(Self.exact(plain(failure.key))) in \(number) \(failure.side)"
    }
    if Set(told) != expected || told.count != expected.count {
      return "fails \(told.sorted()), not \(expected.sorted())"
    }
    return nil
  }

  private static func exact(_ key: PlainKey) -> String {
    PlainName(ReferencePattern.spelled(key)).exact
  }

  private func isExcused(
    _ key: PlainKey, _ number: Int, _ side: Side, _ places: [(number: Int, side: Side)]
  ) -> Bool {
    guard let asked = asked(number, side) else { return false }
    do throws(EvaluationError) {
      // An object fails with the first of its members that does.
      _ = try asked.explain(self.key(key, asked))
      return false
    } catch { if !error.isMissingValueOnly { return false } }
    let below = paths.indices.filter { $0 != number && paths[$0].starts(with: paths[number]) }
    let last = below.filter { one in
      !paths.indices.contains { $0 != one && paths[$0].starts(with: paths[one]) }
    }
    return last.contains { one in !places.contains { $0.number == one && $0.side == side } }
  }
}

extension ReferenceTimes {
  fileprivate var isRearranged: Bool { before.inOrder == after.inOrder }
}

extension ReferenceTree {
  fileprivate var inOrder: [String] {
    paths.flatMap { path in
      files(in: path).map { file in
        PlainName("\(Self.spelled(path)) \(file.name) \(file.content.inOrder.compact)").exact
      }
    }
  }
}

extension PlainValue {
  fileprivate var inOrder: PlainValue {
    members.map { members in
      .object(
        members.map { PlainMember($0.name, $0.value.inOrder) }.sorted { $0.name < $1.name })
    } ?? self
  }
}
