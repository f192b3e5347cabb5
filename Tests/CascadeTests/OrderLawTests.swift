import TestSupport
import Testing

@testable import Cascade

@Suite struct OrderLawTests {
  private static let seeds = 0..<UInt64(Seeds.upTo(700).upperBound)

  /// Scopes at most three deep, most of them with a list of others.
  private static func graph(_ random: inout SplitMix64) -> ReferenceTree {
    let names: [PlainName] = ["a", "b", "c"]
    var paths: Set<[PlainName]> = [[]]
    for _ in 0...(2 + random.upTo(7)) {
      let path = (0...random.upTo(2)).map { _ in names[random.upTo(2)] }
      for depth in 1...path.count { paths.insert(Array(path.prefix(depth))) }
    }
    var tree = ReferenceTree(
      paths.sorted { $0.lexicographicallyPrecedes($1) }.map {
        .init($0, [.init("p.json", .object([]))])
      })
    let lists = 1 + random.upTo(paths.count)
    for _ in 0..<lists { addLine(to: &tree, &random) }
    return tree
  }

  private static func addLine(to tree: inout ReferenceTree, _ random: inout SplitMix64) {
    let scope = random.upTo(tree.scopes.count - 1)
    // Few of the root, which is above all that it could name.
    if tree.scopes[scope].path.isEmpty, random.upTo(9) > 0 { return }
    let parent = tree.scopes[random.upTo(tree.scopes.count - 1)].path
    var parents = tree.scopes[scope].files[0].parents
    let isAbove = random.upTo(6) == 0 && !tree.scopes[scope].path.isEmpty
    parents.insert(
      isAbove ? ".." : ReferenceTree.spelled(parent), at: random.upTo(parents.count))
    tree.scopes[scope].files[0].parents = parents
  }

  /// The orders of the program, highest precedence first, requested in any order because earlier requests leave
  /// caches.
  private final class Orders {
    private let memory: MemoryTree
    private let ancestry: Ancestry
    private var known: [[PlainName]: (Lineage?, [Diagnostic])] = [:]

    init(_ tree: ReferenceTree) {
      memory = MemoryTree(tree.rendered)
      ancestry = Ancestry(memory)
    }

    func order(_ path: [PlainName], keeping: Bool) -> (order: [[PlainName]]?, [Diagnostic]) {
      let (lineage, problems) = lineage(path, keeping)
      if !problems.isEmpty { return (nil, problems) }
      return (
        lineage?.ancestors.reversed().map { $0.scope.names.map { PlainName(bytes: $0) } }, []
      )
    }

    private func lineage(_ path: [PlainName], _ keeping: Bool) -> (Lineage?, [Diagnostic]) {
      if keeping, let found = known[path] { return found }
      let above = path.isEmpty ? (nil, []) : lineage(Array(path.dropLast()), keeping)
      let scope = Scope(path.map(\.bytes))
      guard var reading = try? memory.reading(of: scope) else { return (nil, []) }
      let own = try? ancestry.lineage(of: scope, &reading, below: above.0)
      known[path] = (own, above.1 + reading.problems)
      return known[path] ?? (nil, [])
    }
  }

  private static func problem(_ tree: ReferenceTree, _ random: inout SplitMix64) -> String? {
    let reference = ReferenceOrder([tree])
    let orders = Orders(tree)
    for path in tree.scopes.map(\.path).shuffled(using: &random) {
      let name = ReferenceTree.spelled(path)
      let (order, problems) = orders.order(path, keeping: random.upTo(2) > 0)
      if let other = problems.first(where: { $0.rule != .cycle }) {
        return "\(name) fails: \(other.message)"
      }
      if order != reference[path] {
        return "\(name) has \(spelled(order)), not \(spelled(reference[path]))"
      }
      guard let order else { continue }
      if Set(order).count != order.count { return "\(name) has a scope twice" }
      for (index, scope) in order.enumerated() {
        let parents = parents(of: scope, tree)
        if let early = parents.first(where: { !order[(index + 1)...].contains($0) }) {
          return "\(name) has \(ReferenceTree.spelled(early)) before what inherits from it"
        }
      }
      if let last = parents(of: path, tree).last, let its = reference[last],
        !order.reversed().starts(with: its.reversed())
      {
        return "\(name) does not end as \(ReferenceTree.spelled(last)) does"
      }
    }
    return nil
  }

  private static func parents(
    of path: [PlainName], _ tree: ReferenceTree
  ) -> [[PlainName]] {
    let listed = tree.listedParents(of: path)
    let isPlaced = path.isEmpty || listed.contains(Array("..".utf8))
    return listed.compactMap { ReferenceOrder.parent($0, in: path) }
      + (isPlaced ? [] : [Array(path.dropLast())])
  }

  private static func spelled(_ order: [[PlainName]]?) -> String {
    order?.map(ReferenceTree.spelled).joined(separator: " ") ?? "none"
  }

  @Test func theOrderIsThatOfTheReferenceAndOnlyACycleIsAnError() {
    var (sound, whole) = (0, 0)
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let tree = Self.graph(&random)
      let state = random
      let isRight = tree.expectNone(seed: Int(seed)) { tree in
        var random = state
        return Self.problem(tree, &random)
      }
      if !isRight { return }
      whole += ReferenceOrder([tree]).isSound ? 1 : 0
      sound += tree.hasFurtherParents ? 1 : 0
    }
    #expect(
      sound > (Seeds.isLong ? 1_500 : 525) && whole > (Seeds.isLong ? 500 : 175),
      "\(sound), \(whole)")
  }
}
