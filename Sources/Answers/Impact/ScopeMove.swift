import Cascade

/// A scope that moved to another path: no other removed or added scope has its name.
package struct ScopeMove {
  package let from: Scope
  package let to: Scope
  package let changes: [ImpactChange]
}

extension Impact {
  package func findMoves() {
    let found = ImpactChanges(mask)
    moves = pairs(of: BeforeAfter(from: removed, to: added)).map { from, to in
      let isKnown = !doubtful.contains(from) && !doubtful.contains(to)
      return ScopeMove(
        from: from, to: to,
        changes: isKnown ? changes(between: BeforeAfter(from: from, to: to), found) : [])
    }
  }

  private func changes(
    between scopes: BeforeAfter<Scope>, _ found: ImpactChanges
  ) -> [ImpactChange] {
    // References may be relative to the scope, so each side has a resolver.
    let resolvers = BeforeAfter { Resolver(contexts[$0], reveals: reveals) }
    guard let from = resolvers.from.readable(scopes.from), let to = resolvers.to.readable(scopes.to)
    else { return [] }
    func note(_ side: Side, _ problem: EvaluationError) {
      for diagnostic in problem.diagnostics {
        self.note(diagnostic.asked(in: scopes[side]), scopes[side], side)
      }
    }
    var changes: [ImpactChange] = []
    var comparison = LeafComparison { change in
      guard let values = change.wholes(note) else { return }
      if let kept = found.take(change, values, in: BeforeAfter(from: from, to: to)) {
        changes.append(kept)
      } else if let value = change.to ?? change.from {
        note(.to, value.tooMuch)
      }
    } onFailure: { _, sides, isInBoth in
      // Failures on both sides are left to `check`, and a template may lack values.
      if let problem = sides.to, sides.from == nil, isInBoth || !problem.isMissingValueOnly {
        note(.to, problem)
      } else if let problem = sides.from, sides.to == nil, !problem.isMissingValueOnly {
        note(.from, problem)
      }
    }
    comparison.compare(from.cursor, to.cursor)
    return changes
  }
}

/// Pairs former and new scopes: those whose name is unique on either side, or equal below paired parents.
private func pairs(of scopes: BeforeAfter<[Scope]>) -> [(from: Scope, to: Scope)] {
  var open = BeforeAfter { side in
    Dictionary(grouping: scopes[side], by: \.names.last).mapValues { Set($0) }
  }
  let below = Dictionary(grouping: scopes.from) { $0.above ?? .root }
  var found: [Scope: Scope] = [:]
  var names = scopes.from.compactMap(\.names.last)[...]
  while let name = names.popFirst() {
    guard let froms = open.from[name], let tos = open.to[name], froms.count == 1, tos.count == 1
    else { continue }
    var ahead = zip(froms, tos).map { ($0, $1) }
    while let (from, to) = ahead.popLast() {
      found[from] = to
      open.from[from.names.last]?.remove(from)
      open.to[to.names.last]?.remove(to)
      for child in below[from] ?? [] {
        guard let name = child.names.last, open.from[name]?.contains(child) == true
        else { continue }
        let other = Scope(to.names + [name])
        if open.to[name]?.contains(other) == true { ahead.append((child, other)) }
        // A pair less may make another name unique.
        names.append(name)
      }
    }
  }
  return scopes.from.compactMap { from in found[from].map { (from, $0) } }
}
