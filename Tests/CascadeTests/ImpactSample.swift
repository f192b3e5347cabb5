import JSONSource
import TestSupport

@testable import Answers
@testable import Cascade

/// Two times of a tree, what `impact` tells of them, and the scopes of both, to be asked one by one.
final class ImpactSample {
  let times: ReferenceTimes
  let memories: BeforeAfter<MemoryTree>
  let impact: Impact
  /// The scopes that both times have at and below the asked one, in the order of the walk.
  let paths: [[PlainName]]
  let onlyBefore: [[PlainName]]
  let onlyAfter: [[PlainName]]
  private let resolvers: BeforeAfter<ReferenceResolver>
  private var asked: BeforeAfter<[Int: Evaluation]> = BeforeAfter(from: [:], to: [:])
  private var kept: [MemoryTree] = []

  init?(_ times: ReferenceTimes, seed: Int) {
    self.times = times
    let names = NameTable()
    let overlays = times.overlays.map(\.rendered)
    memories = BeforeAfter(
      from: MemoryTree(times.before.rendered, overlays: overlays, names: names),
      to: MemoryTree(times.renderedAfter, overlays: overlays, names: names))
    resolvers = BeforeAfter(
      from: ReferenceResolver(ReferenceWhole(times.before, overlays: times.overlays)),
      to: ReferenceResolver(ReferenceWhole(times.after, overlays: times.overlays)))
    for side in [Side.from, .to] {
      memories[side].otherScopes = Set(resolvers[side].paths.map { Scope($0.map(\.bytes)) })
    }
    let before = Self.paths([times.before] + times.overlays)
    let after = Self.paths([times.after] + times.overlays)
    let both = Self.sorted(before.intersection(after).union([[]]))
    let start = seed % 4 == 0 ? both[seed / 4 % both.count] : []
    paths = both.filter { $0.starts(with: start) }
    onlyBefore = Self.sorted(before.subtracting(after.union([[]]))).filter {
      $0.starts(with: start)
    }
    onlyAfter = Self.sorted(after.subtracting(before.union([[]]))).filter { $0.starts(with: start) }
    impact = Impact(
      names, BeforeAfter(from: memories.from, to: memories.to), reveals: false)
    let scope = Scope(start.map(\.bytes))
    do throws(WalkLimit) {
      try PairedWalk.run(
        along: BeforeAfter(from: memories.from.way(to: scope), to: memories.to.way(to: scope)),
        impact)
    } catch { return nil }
    // What cannot be read is told as such.
    if !impact.problems.isEmpty { return nil }
  }

  private static func sorted(_ paths: Set<[PlainName]>) -> [[PlainName]] {
    paths.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The scopes at or above a file.
  private static func paths(_ trees: [ReferenceTree]) -> Set<[PlainName]> {
    var paths: Set<[PlainName]> = []
    for scope in trees.flatMap(\.scopes) where !scope.files.isEmpty {
      for depth in 0...scope.path.count { paths.insert(Array(scope.path.prefix(depth))) }
    }
    return paths
  }

  /// Whether one of the times has a scope.
  func has(_ scope: Scope, _ side: Side) -> Bool {
    resolvers[side].paths.contains(scope.names.map { PlainName(bytes: $0) })
  }

  /// The scopes that have a say in one, in one of the times.
  func order(_ number: Int, _ side: Side) -> [[PlainName]] {
    resolvers[side].order[paths[number]] ?? []
  }

  /// A scope alone, with nothing that was worked out before.
  func asked(_ number: Int, _ side: Side) -> Evaluation? {
    if let known = asked[side][number] { return known }
    let scope = fresh(paths[number], side)
    asked[side][number] = scope
    return scope
  }

  /// Any scope of one time.
  func fresh(_ path: [PlainName], _ side: Side) -> Evaluation? {
    let fresh = MemoryTree(afresh: memories[side])
    // Somebody has to hold on to what answers.
    kept.append(fresh)
    return try? fresh.asked(ReferenceTree.spelled(path))
  }

  /// What a scope comes to in one time, by the naive resolver where it knows all that is written.
  func evaluated(_ number: Int, _ side: Side) -> WorkedTree? {
    guard let asked = asked(number, side) else { return nil }
    if times.hasParts || LawTests.looksBack(asked.view) { return WorkedTree(asked) }
    return WorkedTree(resolvers[side], paths[number])
  }

  func key(_ key: PlainKey, _ asked: Evaluation) -> Key {
    Key(key.map { asked.view.names.intern($0.bytes) })
  }

  /// A key of the impact, as plain names.
  func plain(_ key: Key) -> PlainKey {
    key.names.map { PlainName(bytes: Array(memories.to.names.bytes(of: $0))) }
  }

  func spelled(_ number: Int) -> String { ReferenceTree.spelled(paths[number]) }
}
