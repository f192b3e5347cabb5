import Answers
import Cascade

/// The orders in which scopes inherit from others, to be compared when all are known (T10).
struct ParentOrders {
  /// One after the other in some scope's order, the nearer first.
  private struct Pair: Hashable {
    let nearer: Scope
    let farther: Scope
  }

  /// Where such a pair was met first, and what says so there.
  private var neighbours = Catalog<Pair, (scope: Scope, place: SourceRange?)>()
  /// The orders of the scopes that inherit from others, without themselves.
  private var orders = Catalog<[Scope], Scope>()

  mutating func note(_ lineage: Lineage) {
    guard lineage.hasFurtherParents else { return }
    let order = lineage.ancestors.dropLast().reversed().map(\.scope)
    if orders[order] != nil { return }
    _ = orders[order, orNew: lineage.scope]
    for (index, (nearer, farther)) in zip(order, order.dropFirst()).enumerated() {
      let pair = Pair(nearer: nearer, farther: farther)
      let turn = order.count - 1 - index
      let place = lineage.place(at: turn) ?? lineage.place(at: turn - 1)
      _ = neighbours[pair, orNew: (lineage.scope, place)]
    }
  }

  /// Each pair of neighbours that another scope has the other way round. Where no circle leads from a scope back to
  /// itself all agree, and nothing need be compared.
  var findings: [(scope: Scope, diagnostic: Diagnostic)] {
    let circling = circling
    if circling.isEmpty { return [] }
    let pairs = neighbours.ids.filter {
      circling.contains($0.nearer) && circling.contains($0.farther)
    }
    var found: [(scope: Scope, diagnostic: Diagnostic)] = []
    var told: Set<Pair> = []
    for pair in pairs where !told.contains(Pair(nearer: pair.farther, farther: pair.nearer)) {
      guard let own = neighbours[pair] else { continue }
      let other = orders.ids.indices.first { index in
        guard let first = orders.ids[index].firstIndex(of: pair.farther) else { return false }
        return orders.ids[index][first...].contains(pair.nearer)
      }
      guard let other else { continue }
      told.insert(pair)
      found.append(
        (
          own.scope,
          Diagnostic(
            .warning, .parentOrder,
            .otherOrder(pair.nearer, pair.farther, in: own.scope, other: orders.items[other]),
            at: own.place)
        ))
    }
    return found
  }

  /// The scopes that are left when each has been taken away that none, or none that is left, stands before, or behind.
  private var circling: Set<Scope> {
    func left(_ next: [Scope: [Scope]], _ before: [Scope: [Scope]], _ all: Set<Scope>) -> Set<Scope>
    {
      var all = all
      var counts = before.mapValues(\.count)
      var free = all.filter { counts[$0, default: 0] == 0 }
      while let scope = free.popFirst() {
        all.remove(scope)
        for other in next[scope] ?? [] where all.contains(other) {
          counts[other, default: 1] -= 1
          if counts[other] == 0 { free.insert(other) }
        }
      }
      return all
    }
    let behind = Dictionary(grouping: neighbours.ids, by: \.nearer).mapValues { $0.map(\.farther) }
    let before = Dictionary(grouping: neighbours.ids, by: \.farther).mapValues { $0.map(\.nearer) }
    let first = left(behind, before, Set(behind.keys).union(before.keys))
    let kept = { (pairs: [Scope: [Scope]]) in
      pairs.filter { first.contains($0.key) }.mapValues { $0.filter(first.contains) }
    }
    return left(kept(before), kept(behind), first)
  }
}
