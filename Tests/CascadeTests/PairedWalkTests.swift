import TestSupport
import Testing

@testable import Cascade

@Suite struct PairedWalkTests {
  private final class Visits: ScopePairVisitor {
    private(set) var seen: [(path: [[UInt8]], from: Bool, to: Bool)] = []
    private var open: [[[UInt8]]] = []
    private(set) var problem: String?

    func enter(_ visited: BeforeAfter<VisitedScope?>) {
      guard let scope = (visited.to ?? visited.from)?.scope else {
        problem = "a scope of neither time"
        return
      }
      if let parent = open.last, scope.names.dropLast() != parent[...] {
        problem = "not from its parent"
      }
      if let from = visited.from, from.scope != scope { problem = "two scopes at once" }
      open.append(scope.names)
      seen.append((scope.names, visited.from != nil, visited.to != nil))
    }

    func miss(_ problem: Diagnostic, _ side: Side) { self.problem = "\(problem.message)" }
    func leave() { open.removeLast() }
    var isLeft: Bool { open.isEmpty }
    var most = Int.max
    var wantsMore: Bool { seen.count < most }
  }

  @Test(arguments: Seeds.isLong ? 0..<40 : 0..<12)
  func aWalkCanBeginWithAnyScope(seed: Int) throws {
    let times = RandomTimes.make(.plain, seed: UInt64(seed))
    let (before, after) = (
      MemoryTree(times.before.rendered), MemoryTree(times.after.rendered)
    )
    let all = Self.paths(times.before).union(Self.paths(times.after))
    for first in all {
      let visits = Visits()
      try PairedWalk.run(
        along: BeforeAfter(from: before.way(to: .root), to: after.way(to: .root)), visits,
        first: Scope(first), countsEmpty: true)
      #expect(visits.problem == nil && visits.isLeft)
      #expect(Set(visits.seen.map(\.path)) == all && visits.seen.count == all.count)
      #expect(visits.seen.prefix(first.count + 1).last?.path == first)
    }
  }

  @Test func aVisitorCanEndTheWalk() throws {
    let tree = MemoryTree([
      ("p.json", "{}"), ("a/p.json", "{}"), ("a/b/p.json", "{}"), ("c/p.json", "{}"),
    ])
    let visits = Visits()
    visits.most = 2
    try PairedWalk.run(
      along: BeforeAfter(from: tree.way(to: .root), to: tree.way(to: .root)), visits)
    #expect(visits.seen.map(\.path) == [[], [Array("a".utf8)]])
    #expect(visits.isLeft)
  }

  private static func paths(_ tree: ReferenceTree) -> Set<[[UInt8]]> {
    var paths: Set<[[UInt8]]> = [[]]
    for scope in tree.scopes where !scope.files.isEmpty {
      for depth in 0...scope.path.count { paths.insert(scope.path.prefix(depth).map(\.bytes)) }
    }
    return paths
  }
}
