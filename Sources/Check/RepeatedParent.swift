import Cascade

extension CheckRule {
  static let repeatedParent = CheckRule(
    .warning, .repeatedParent, "a scope in '$inherit' that is inherited from all the same",
    .file("web/properties.json", #"{ "$inherit": ["/base"], "port": 80 }"#),
    .file("base/properties.json", #"{ "host": "db" }"#),
    .file(
      "a/properties.json", #"{ "$inherit": ["/base", "/web"] }"#,
      mended: #"{ "$inherit": ["/web"] }"#)
  ) { scope in
    let lineage = scope.view.lineage
    guard lineage.hasFurtherParents, let own = lineage.ancestors.last else { return [] }
    // Of several ways to a scope the one that leads to the farthest place is the one by which it is there.
    let used = lineage.reasonsOfOwn
    return own.levels.flatMap(\.furtherParents).compactMap { parent in
      guard let place = parent.place,
        lineage.ancestors.contains(where: { $0.scope == parent.scope }),
        !used.contains(where: { $0.isSame(as: place) }) || lineage.isSame(without: parent)
      else { return nil }
      return Diagnostic(.warning, .repeatedParent, .repeatedParent(parent.scope), at: place)
    }
  }
}

extension Lineage {
  /// Whether the order of scopes would be as it is if its scope did not list one of them to inherit from.
  fileprivate func isSame(without listed: Parent) -> Bool {
    let own = ancestors[ancestors.count - 1]
    let rest = own.parents.filter { parent in
      listed.place.map { parent.place?.isSame(as: $0) != true } ?? true
    }
    // Only what something else leads to, too, can be there without it.
    guard
      rest.contains(where: { $0.scope == listed.scope })
        || ancestors.dropLast().contains(where: { $0.parents.contains { $0.scope == listed.scope } }
        )
    else { return false }
    return order(rest) == ancestors.dropLast().map(\.scope)
  }

  /// The scopes that some have in their order, the farthest first.
  private func order(_ parents: [Parent]) -> [Scope] {
    let known = Dictionary(ancestors.map { ($0.scope, $0) }) { first, _ in first }
    var order: [Scope] = []
    var seen: Set<Scope> = []
    var way: [(scope: Scope?, parents: [Parent], left: Int)] = [(nil, parents, parents.count)]
    while let stop = way.last {
      guard stop.left > 0 else {
        way.removeLast()
        if let scope = stop.scope { order.append(scope) }
        continue
      }
      way[way.count - 1].left -= 1
      let next = stop.parents[stop.left - 1].scope
      if seen.insert(next).inserted {
        let parents = known[next]?.parents ?? []
        way.append((next, parents, parents.count))
      }
    }
    return order
  }
}
