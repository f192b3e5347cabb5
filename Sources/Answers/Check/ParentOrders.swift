import Cascade

/// The orders in which scopes inherit from others, compared after the walk (T10).
struct ParentOrders {
  /// Two neighbours in some order; `nearer` has higher precedence.
  private struct Pair: Hashable {
    let nearer: Int
    let farther: Int
  }

  private var scopes = Catalog<Scope, Void>()
  private var neighbours = Catalog<Pair, (scope: Scope, place: SourceRange?)>()
  /// The distinct orders, highest precedence first, each with its first scope.
  private var orders = Catalog<[Int], Scope>()

  mutating func note(_ lineage: Lineage) {
    guard lineage.hasFurtherParents else { return }
    let order = lineage.ancestors.dropLast().reversed().map { scopes.number(of: $0.scope) }
    if orders[order] != nil { return }
    _ = orders[order, orNew: lineage.scope]
    for (index, (nearer, farther)) in zip(order, order.dropFirst()).enumerated() {
      let pair = Pair(nearer: nearer, farther: farther)
      if neighbours[pair] != nil { continue }
      let scopeIndex = order.count - 1 - index
      let place = lineage.place(at: scopeIndex) ?? lineage.place(at: scopeIndex - 1)
      _ = neighbours[pair, orNew: (lineage.scope, place)]
    }
  }

  /// The pairs of neighbours that another scope has in reverse.
  /// Without a cycle among the pairs all orders agree.
  var findings: [(scope: Scope, diagnostic: Diagnostic)] {
    let circling = circling
    if circling.isEmpty { return [] }
    var left = neighbours.ids.indices.filter {
      circling.contains(neighbours.ids[$0].nearer) && circling.contains(neighbours.ids[$0].farther)
    }
    var others: [Int: Scope] = [:]
    var told: Set<Pair> = []
    for (order, scope) in zip(orders.ids, orders.items) where !left.isEmpty {
      var places = Array(repeating: Int.max, count: scopes.ids.count)
      for (place, number) in order.enumerated() { places[number] = place }
      left.removeAll { index in
        let pair = neighbours.ids[index]
        guard places[pair.nearer] < .max, places[pair.farther] < places[pair.nearer] else {
          return false
        }
        others[index] = scope
        return true
      }
    }
    return others.sorted { $0.key < $1.key }.compactMap { index, other in
      let (own, pair) = (neighbours.items[index], neighbours.ids[index])
      let (nearer, farther) = (scopes.ids[pair.nearer], scopes.ids[pair.farther])
      if told.contains(Pair(nearer: pair.farther, farther: pair.nearer)) { return nil }
      told.insert(pair)
      return (
        own.scope,
        Diagnostic(
          .warning, .parentOrder, .otherOrder(nearer, farther, in: own.scope, other: other),
          at: own.place)
      )
    }
  }

  /// The scopes that remain after removing all without predecessor, one by one.
  private var circling: Set<Int> {
    let next = Dictionary(grouping: neighbours.ids, by: \.nearer)
    var counts = Dictionary(grouping: neighbours.ids, by: \.farther).mapValues(\.count)
    var left = Set(next.keys).union(counts.keys)
    var free = left.filter { counts[$0] == nil }
    while let scope = free.popFirst() {
      left.remove(scope)
      for pair in next[scope] ?? [] {
        counts[pair.farther, default: 1] -= 1
        if counts[pair.farther] == 0 { free.insert(pair.farther) }
      }
    }
    return left
  }
}
