import TestSupport
import Testing

@testable import Cascade

/// The order of scopes, and the sharing of views, with any parents.
@Suite struct LineageTests {
  /// A scope with further parents.
  private struct Child {
    let scope: Scope
    /// The nearest first; the one above is among them.
    let parents: [Scope]
    let levels: [Level]
  }

  /// The scopes of a random tree, parents before children. The one above comes last among the parents, or
  /// anywhere.
  private static func children(
    _ memory: MemoryTree, _ paths: Set<[PlainName]>, seed: Int, isAboveLast: Bool
  ) -> [Child] {
    var random = SplitMix64(seed: UInt64(seed))
    var children: [Child] = []
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let scope = Scope(path.map(\.bytes))
      var parents = children.map(\.scope).filter { $0 != scope.above }.shuffled(
        using: &random
      ).prefix(Int.random(in: 0...2, using: &random))
      if let above = scope.above {
        let place = isAboveLast ? parents.count : Int.random(in: 0...parents.count, using: &random)
        parents.insert(above, at: place)
      } else {
        parents = []
      }
      let levels = memory.way(to: scope).last?.read().levels ?? []
      children.append(Child(scope: scope, parents: Array(parents), levels: levels))
    }
    return children
  }

  /// A scope, its parents' orders, and of what comes more than once the farthest; the nearest first.
  private static func order(_ scope: Scope, _ parents: [Scope: [Scope]]) -> [Scope] {
    let all = [scope] + (parents[scope] ?? []).flatMap { order($0, parents) }
    return all.enumerated().filter { !all[($0 + 1)...].contains($1) }.map(\.element)
  }

  @Test(arguments: [true, false])
  func aViewWithSeveralParentsIsWhatItIsAlone(isAboveLast: Bool) throws {
    for (seed, resolver) in LawTests.references {
      let sample = LawTests.Sample(resolver.whole, resolver)
      let memory = sample.memory
      let children = Self.children(memory, resolver.paths, seed: seed, isAboveLast: isAboveLast)
      let parents = Dictionary(uniqueKeysWithValues: children.map { ($0.scope, $0.parents) })
      memory.parents = parents
      let ancestry = Ancestry(memory)
      var views: [Scope: View] = [:]
      for child in children {
        let above = child.scope.above.flatMap { views[$0] }
        var reading = ScopeReading(levels: child.levels)
        let lineage = try ancestry.lineage(of: child.scope, &reading, below: above?.lineage)
        #expect(reading.problems.isEmpty)
        let view = View(lineage, memory.names, above: above)
        views[child.scope] = view
        let expected = Self.order(child.scope, parents)
        let trees = lineage.levels.indices.map(lineage.tree)
        #expect(trees == trees.sorted())
        for tree in 0..<lineage.treeCount {
          let scopes = zip(lineage.levels, trees).filter { $1 == tree }.map(\.0.scope)
          #expect(scopes == expected.reversed(), "seed \(seed)")
        }
        let alone = View(lineage, memory.names)
        #expect(view.compact == alone.compact, "seed \(seed)")
        for key in Self.keys([view, alone] + (above.map { [$0] } ?? [])) {
          #expect(Self.outcome(key, view) == Self.outcome(key, alone), "seed \(seed)")
          // What the difference does not lead to holds as it does above.
          if let above, !view.delta(from: above).reaches(key.names[...]) {
            #expect(view.compact(key) == above.compact(key), "seed \(seed)")
          }
        }
      }
    }
  }

  private static func outcome(_ key: Key, _ view: View) -> [String] {
    guard let node = view.node(key) else { return [] }
    return [view.compact(key) ?? "-"] + node.places.map(\.text)
      + [node.absence.map { "\($0.reason) \($0.place.text)" } ?? "-"]
  }

  /// The keys that some of the views mention.
  private static func keys(_ views: [View]) -> Set<Key> {
    var keys: Set<Key> = []
    func visit(_ node: ViewNode, _ key: Key) {
      for name in node.mentionedNames() {
        keys.insert(key.appending(name))
        if let member = node.member(name) { visit(member, key.appending(name)) }
      }
    }
    for view in views { visit(view.root, Key()) }
    return keys
  }
}
