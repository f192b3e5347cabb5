import Cascade

/// A scope that moved to another path: no other removed or added scope has its name.
package struct ScopeMove {
  package let from: Scope
  package let to: Scope
  package let changes: [ImpactChange]
}

extension Impact {
  package func findMoves() {
    var pairing = ScopePairing(removed, added)
    let found = ImpactChanges(mask)
    moves = pairing.pairs().map { from, to in
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
    let resolvers = BeforeAfter { Resolver(worlds[$0], reveals: reveals) }
    let asked = BeforeAfter { side in
      ((try? worlds[side].view(of: scopes[side])) ?? nil).map {
        resolvers[side].scope($0, hasCommandLine: false)
      }
    }
    guard let from = asked.from, let to = asked.to else { return [] }
    func note(_ side: Side, _ problem: EvaluationError) {
      for diagnostic in problem.diagnostics {
        self.note(diagnostic.asked(in: scopes[side]), scopes[side], side)
      }
    }
    var changes: [ImpactChange] = []
    let comparison = LeafComparison { change in
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

/// Pairs removed and added scopes: those whose name is unique on either side, or equal below paired parents.
private struct ScopePairing {
  private let removed: [Scope]
  private let added: [Scope]
  private var open: BeforeAfter<Set<Scope>>
  private var byName: BeforeAfter<[[UInt8]: Set<Scope>]>
  private let below: [Scope: [Scope]]
  private var found: [Scope: Scope] = [:]

  init(_ removed: [Scope], _ added: [Scope]) {
    (self.removed, self.added) = (removed, added)
    open = BeforeAfter(from: Set(removed), to: Set(added))
    byName = BeforeAfter(from: [:], to: [:])
    for (side, scopes) in [(Side.from, removed), (.to, added)] {
      for scope in scopes {
        if let name = scope.names.last { byName[side][name, default: []].insert(scope) }
      }
    }
    below = Dictionary(grouping: removed) { $0.above ?? .root }
  }

  mutating func pairs() -> [(Scope, Scope)] {
    var names = removed.compactMap(\.names.last)[...]
    while let name = names.popFirst() {
      guard byName.from[name]?.count == 1, byName.to[name]?.count == 1,
        let from = byName.from[name]?.first, let to = byName.to[name]?.first
      else { continue }
      var ahead = [(from, to)]
      while let (from, to) = ahead.popLast() {
        take(from, to)
        for child in below[from] ?? [] where open.from.contains(child) {
          guard let name = child.names.last else { continue }
          let other = Scope(to.names + [name])
          if open.to.contains(other) { ahead.append((child, other)) }
          // A pair less may make another name unique.
          names.append(name)
        }
      }
    }
    return removed.compactMap { from in found[from].map { (from, $0) } }
  }

  private mutating func take(_ from: Scope, _ to: Scope) {
    found[from] = to
    for (side, scope) in [(Side.from, from), (.to, to)] {
      open[side].remove(scope)
      if let name = scope.names.last { byName[side][name]?.remove(scope) }
    }
  }
}
