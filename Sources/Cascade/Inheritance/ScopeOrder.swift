/// The scopes that a scope inherits from, farthest first (T10); shared by scopes with the same parents.
final class ScopeOrder {
  let ancestors: [Ancestor]
  let hasProblems: Bool
  private let parents: [Ancestor]
  private var visitNumber = 0

  /// Keeps the first occurrence of each scope, farthest first.
  init(_ parents: [Ancestor], visitNumber: Int) {
    var ancestors: [Ancestor] = []
    func add(_ ancestor: Ancestor) {
      if ancestor.visitNumber == visitNumber { return }
      ancestor.visitNumber = visitNumber
      ancestors.append(ancestor)
    }
    for parent in parents {
      if let order = parent.order, order.visitNumber != visitNumber {
        order.visitNumber = visitNumber
        order.ancestors.forEach(add)
      }
      add(parent)
    }
    (self.ancestors, self.parents) = (ancestors, parents)
    hasProblems = ancestors.contains { !$0.problems.isEmpty }
  }

  /// The parents whose removal would not change the order.
  private(set) lazy var repeated: [Ancestor] = {
    let ways = parents.map { ($0.order?.ancestors ?? []) + [$0] }
    var first: [ObjectIdentifier: Int] = [:]
    for (number, way) in ways.enumerated() {
      for ancestor in way where first[ObjectIdentifier(ancestor)] == nil {
        first[ObjectIdentifier(ancestor)] = number
      }
    }
    func comes(_ ancestor: Ancestor, before number: Int) -> Bool {
      first[ObjectIdentifier(ancestor)].map { $0 < number } ?? false
    }
    return parents.indices.compactMap { number in
      let parent = parents[number]
      if comes(parent, before: number) { return parent }
      // Without the parent, later parents must bring the same scopes next.
      var left = ways[number].filter { !comes($0, before: number) }[...]
      var seen: Set<ObjectIdentifier> = []
      for next in ways.indices[(number + 1)...] where parents[next] !== parent {
        for ancestor in ways[next]
        where !comes(ancestor, before: number) && seen.insert(ObjectIdentifier(ancestor)).inserted {
          if left.popFirst() !== ancestor { return nil }
          if left.isEmpty { return parent }
        }
      }
      return nil
    }
  }()
}
