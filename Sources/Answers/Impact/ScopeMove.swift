import Cascade

/// A scope that moved to another path: no other removed or added scope has its name, or files with the same bytes.
package struct ScopeMove {
  package let from: Scope
  package let to: Scope
  package let changes: [ImpactChange]
}

extension Impact {
  package func findMoves() {
    let found = ImpactChanges(mask)
    moves = pairs(of: BeforeAfter(from: removed, to: added), contents).map { from, to in
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
        note(.to, value.tooMuchReported)
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

/// Pairs former and new scopes: those whose name is unique on either side, or equal below paired parents; then those
/// whose files are unique on either side.
private func pairs(
  of scopes: BeforeAfter<[Scope]>, _ contents: BeforeAfter<[Scope: [[UInt8]]]>
) -> [(from: Scope, to: Scope)] {
  var pairing = ScopePairing(scopes)
  pairing.pair(by: BeforeAfter { _ in { $0.names.last.map { [$0] } } })
  pairing.pair(by: BeforeAfter { side in { contents[side][$0] } })
  return scopes.from.compactMap { from in pairing.found[from].map { (from, $0) } }
}

private struct ScopePairing {
  private(set) var found: [Scope: Scope] = [:]
  private var open: BeforeAfter<Set<Scope>>
  private let all: [Scope]
  private let below: [Scope: [Scope]]

  init(_ scopes: BeforeAfter<[Scope]>) {
    all = scopes.from
    open = BeforeAfter { Set(scopes[$0]) }
    below = Dictionary(grouping: scopes.from) { $0.above ?? .root }
  }

  /// Pairs scopes with a property that is unique on either side, and scopes of equal names below them.
  mutating func pair(by property: BeforeAfter<(Scope) -> [[UInt8]]?>) {
    var alike = BeforeAfter { side in
      var alike: [[[UInt8]]: Set<Scope>] = [:]
      for scope in open[side] {
        if let its = property[side](scope) { alike[its, default: []].insert(scope) }
      }
      return alike
    }
    var waiting = all.filter(open.from.contains).compactMap(property.from)[...]
    while let next = waiting.popFirst() {
      guard let froms = alike.from[next], let tos = alike.to[next], froms.count == 1, tos.count == 1
      else { continue }
      var ahead = zip(froms, tos).map { ($0, $1) }
      while let (from, to) = ahead.popLast() {
        found[from] = to
        for (side, scope) in [(Side.from, from), (.to, to)] {
          open[side].remove(scope)
          if let old = property[side](scope) { alike[side][old]?.remove(scope) }
        }
        for child in below[from] ?? [] where open.from.contains(child) {
          guard let name = child.names.last else { continue }
          let other = Scope(to.names + [name])
          if open.to.contains(other) { ahead.append((child, other)) }
          // A pair less may make another property unique.
          if let its = property.from(child) { waiting.append(its) }
        }
      }
    }
  }
}
