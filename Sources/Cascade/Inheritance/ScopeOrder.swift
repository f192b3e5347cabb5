/// The scopes from which one inherits, the farthest first (T10); all that inherit from the same have the same.
final class ScopeOrder {
  let ancestors: [Ancestor]
  /// Whether something keeps one of them from being known as a whole.
  let hasProblems: Bool
  private let parents: [Ancestor]
  private var turn = 0

  /// The orders of parents one after the other, the farthest first, each without what is there already.
  init(_ parents: [Ancestor], turn: Int) {
    var ancestors: [Ancestor] = []
    func add(_ ancestor: Ancestor) {
      if ancestor.turn == turn { return }
      ancestor.turn = turn
      ancestors.append(ancestor)
    }
    for parent in parents {
      if let order = parent.order, order.turn != turn {
        order.turn = turn
        order.ancestors.forEach(add)
      }
      add(parent)
    }
    (self.ancestors, self.parents) = (ancestors, parents)
    hasProblems = ancestors.contains { !$0.problems.isEmpty }
  }

  /// The parents without each of which it would be the same.
  private(set) lazy var repeated: [Ancestor] = parents.indices.compactMap { index in
    let parent = parents[index]
    if parents[..<index].contains(where: { $0 === parent }) { return parent }
    let others = parents.filter { $0 !== parent }
    let isElsewhere = others.contains { $0.order?.ancestors.contains { $0 === parent } == true }
    return isElsewhere && isSame(with: others) ? parent : nil
  }

  private func isSame(with parents: [Ancestor]) -> Bool {
    var left = ancestors[...]
    var seen: Set<ObjectIdentifier> = []
    for ancestor in parents.lazy.flatMap({ ($0.order?.ancestors ?? []) + [$0] })
    where seen.insert(ObjectIdentifier(ancestor)).inserted {
      if left.popFirst() !== ancestor { return false }
    }
    return left.isEmpty
  }
}
