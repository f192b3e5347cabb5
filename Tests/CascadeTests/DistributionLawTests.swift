import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

@Suite struct DistributionLawTests {
  enum Kind: CaseIterable, Sendable { case plain, whole, parts }

  private static let seeds = Seeds.upTo(1)

  private static func whole(_ kind: Kind, _ seed: Int) -> ReferenceWhole {
    switch kind {
    case .plain: return ReferenceWhole(RandomTree.make(seed: UInt64(seed)))
    case .whole:
      let whole = RandomTree.makeWhole(seed: UInt64(seed))
      return ReferenceWhole(whole.tree, overlays: whole.overlays)
    case .parts: return ReferenceWhole(RandomTimes.parts(seed: UInt64(seed)))
    }
  }

  private static let pairs = Kind.allCases.flatMap { kind in
    DistributionSample.Patterns.allCases.map { (kind, $0) }
  }

  @Test(arguments: Seeds.every(4, of: pairs))
  func whereReportsTheValueOfEveryScope(
    kind: Kind, patterns: DistributionSample.Patterns
  ) {
    for seed in Self.seeds {
      let isRight = Self.whole(kind, seed).expectNone(seed: seed) { whole in
        DistributionSample(whole, hasParts: kind == .parts, seed).problem(patterns)
      }
      if !isRight { return }
    }
  }

  @Test(arguments: Kind.allCases)
  func aPatternGivesTheReportOfItsKeys(kind: Kind) {
    var count = 0
    for seed in Self.seeds {
      let whole = Self.whole(kind, seed)
      func answer(_ whole: ReferenceWhole) -> (problem: String?, elements: Int) {
        DistributionSample(whole, hasParts: kind == .parts, seed).problemOfKeysAsked()
      }
      count += answer(whole).elements
      _ = whole.expectNone(seed: seed) { answer($0).problem }
    }
    #expect(count > (Seeds.isLong ? 30 : 2))
  }
}

struct DistributionSample {
  enum Patterns: CaseIterable { case keys, stars, deep }

  private let memory: MemoryTree
  private let resolver: ReferenceResolver
  private let hasParts: Bool
  private let start: [PlainName]
  private let paths: [[PlainName]]

  init(_ whole: ReferenceWhole, hasParts: Bool, _ seed: Int) {
    memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    resolver = ReferenceResolver(whole)
    self.hasParts = hasParts
    memory.otherScopes = Set(resolver.paths.map { Scope($0.map(\.bytes)) })
    let all = resolver.paths.sorted { $0.lexicographicallyPrecedes($1) }
    let start = seed % 3 == 0 ? all[seed % all.count] : []
    self.start = start
    paths = all.filter { $0.starts(with: start) }
  }

  func problem(_ patterns: Patterns) -> String? {
    var keys: [PlainKey] = []
    for path in paths {
      for key in mentioned(path) where !keys.contains(key) { keys.append(key) }
    }
    let distribution = Distribution(
      self.patterns(patterns, keys), memory.names, memory, reveals: false)
    do throws(WalkLimit) {
      try PairedWalk.run(
        along: memory.way(to: Scope(start.map(\.bytes))), distribution)
    } catch { return "\(error)" }
    if distribution.scopeIndex.scopes.map(\.names) != paths.map({ $0.map(\.bytes) }) {
      return
        "the walk came to \(distribution.scopeIndex.scopes.map { String(decoding: $0.path, as: UTF8.self) })"
    }
    let found = distribution.keys.map { key in
      key.key.names.map { PlainName(bytes: Array(memory.names.bytes(of: $0))) }
    }
    for key in keys where patterns != .stars || key.count <= 2 {
      if !found.contains(key) { return "\(ReferencePattern.spelled(key)) was not found" }
    }
    var tellings = distribution.keys.map { ToldKey($0) }
    for (number, path) in paths.enumerated() {
      let fresh = MemoryTree(afresh: memory)
      for (index, key) in zip(tellings.indices, found) {
        let asked: Evaluation
        do throws(Diagnostic) { asked = try fresh.asked(ReferenceTree.spelled(path)) } catch {
          return nil
        }
        let own = Key(key.map { fresh.names.intern($0.bytes) })
        // A `*` stands for the names that objects write: what a name leads to inside an array or a
        // computed value is told of the scopes that were asked for it.
        let (deepest, rest) = asked.view.deepest(own)
        let leadsOn = !rest.isEmpty && (deepest.hasArray || deepest.isComputedValue)
        if patterns != .keys && leadsOn {
          tellings[index].allow(
            asked.view.steps(own) + asked.view.steps(own, (deepest, rest), .value(asked.cursor)))
          // What took the place of an array took that of its elements.
          if own.names.dropFirst().contains(where: { asked.view.names.index($0) != nil }) {
            for count in own.names.indices {
              tellings[index].allow(asked.view.steps(Key(Array(own.names[..<count]))))
            }
          }
          continue
        }
        let isNaive = !hasParts && !LawTests.looksBack(asked.view)
        let naive = isNaive ? resolver.evaluated(path, key: key) : nil
        if let problem = tellings[index].problem(number, asked, own, naive) {
          return "\(ReferencePattern.spelled(key)) in \(ReferenceTree.spelled(path)): \(problem)"
        }
      }
    }
    for (telling, key) in zip(tellings, found) {
      if let problem = telling.finalProblem() {
        return "\(ReferencePattern.spelled(key)): \(problem)"
      }
    }
    return nil
  }

  func problemOfKeysAsked() -> (problem: String?, elements: Int) {
    func told(_ patterns: [KeyPattern]) -> Distribution {
      func told(_ patterns: [KeyPattern]) -> Distribution {
        let distribution = Distribution(patterns, memory.names, memory, reveals: false)
        try? PairedWalk.run(along: memory.way(to: Scope(start.map(\.bytes))), distribution)
        return distribution
      }
      let first = told(patterns)
      return first.patternsToAskAgain.map(told) ?? first
    }
    func text(_ key: KeyDistribution) -> String {
      let values = key.values.map { "\($0.value.json) \($0.scopes.runs)" }
      let absences = key.absences.map { "\($0.absence?.place.statement ?? "") \($0.scopes.runs)" }
      return "\(memory.names.text(key.key)) \(values.sorted()) \(absences.sorted())"
    }
    let found = told([KeyPattern(parts: [.deep])])
    let keys = found.keys.map { KeyPattern(parts: $0.key.names.map(KeyPattern.Part.name)) }
    let asked = told(keys)
    let (mine, theirs) = (found.keys.map(text).sorted(), asked.keys.map(text).sorted())
    let elements = found.keys.count { key in
      key.key.names.dropFirst().contains { memory.names.index($0) != nil }
    }
    let different = Set(mine).symmetricDifference(theirs)
    return (different.isEmpty ? nil : "\(different)", elements)
  }

  /// Every key of which some level of a scope speaks; of parts the naive resolver knows nothing.
  private func mentioned(_ path: [PlainName]) -> [PlainKey] {
    if !hasParts { return resolver.resolve(path).mentioned }
    guard let view = try? MemoryTree(afresh: memory).asked(ReferenceTree.spelled(path)).view else {
      return []
    }
    var keys: [PlainKey] = []
    func add(_ node: ViewNode, _ key: PlainKey) {
      for name in node.mentionedNames() {
        let inner = key + [PlainName(bytes: Array(view.names.bytes(of: name)))]
        keys.append(inner)
        if let member = node.member(name) { add(member, inner) }
      }
    }
    add(view.root, [])
    return keys
  }

  private func patterns(_ patterns: Patterns, _ keys: [PlainKey]) -> [KeyPattern] {
    let any = KeyPattern.Part.any
    return switch patterns {
    case .keys:
      keys.map { key in
        KeyPattern(parts: key.map { .name(memory.names.intern($0.bytes)) })
      }
    case .stars: [KeyPattern(parts: [any]), KeyPattern(parts: [any, any])]
    case .deep: [KeyPattern(parts: [.deep])]
    }
  }
}
