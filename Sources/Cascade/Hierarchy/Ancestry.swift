import JSONSource

/// A tree as a source of scopes, of the scopes that they inherit from, and of the settings about them.
package protocol AncestorSource: AnyObject {
  var names: NameTable { get }
  var ancestry: Ancestry { get }
  func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading?
  /// The results of rules, nearest first, with the scope's own levels and the command line.
  func ruledParents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) throws(Diagnostic) -> [RuleResult]
  /// The nearest existing scope.
  func nearest(to scope: Scope) -> Scope?
  /// The existing scope of which a missing one is a typo.
  func scopeMeant(by scope: Scope) -> Scope?
  /// The name in the path of a scope that the tree ignores.
  func ignoredName(in scope: Scope) -> [UInt8]?
  /// Whether rules need facts that are not given.
  func lacksFacts(_ scope: Scope) -> Bool
  /// Whether unknown hosts with other facts may inherit from the scope or from its descendants.
  func mayServeOtherMachines(_ scope: Scope) -> Bool
  /// The findings about names in settings that match no scope listed so far.
  var unmetSettings: [Diagnostic] { get }
}

/// Computes the order of the levels that a scope inherits (T10), before any evaluation.
/// It merges the orders of the parents, lowest precedence first; a repeated scope keeps its first place.
package final class Ancestry {
  /// A scope whose order is being computed, with the parents found so far, lowest precedence first.
  private struct Stop {
    let ancestor: Ancestor
    var left: Int
    var found: [Ancestor] = []
  }

  private unowned let source: any AncestorSource
  /// The parents of scopes, and the ancestors of scopes with further parents.
  private var known: [Scope: Ancestor] = [:]
  /// Scopes in a cycle or with too many ancestors, and their heirs.
  private var failed: [Scope: Diagnostic] = [:]
  /// The orders by parents, which many scopes of a layer share.
  private var orders: [[ObjectIdentifier]: Result<ScopeOrder, Diagnostic>] = [:]
  private var visitCount = 0

  package init(_ source: any AncestorSource) { self.source = source }

  /// The lineage of a scope; its errors are added to the reading.
  package func lineage(
    of scope: Scope, _ reading: inout ScopeReading, below above: Lineage?,
    for commandLine: Level? = nil
  ) throws(WalkLimit) -> Lineage {
    let known = commandLine == nil ? known[scope] : nil
    let isSame = known?.levels.elementsEqual(reading.levels, by: ===) == true
    let ancestor = (isSame ? known : nil) ?? own(scope, &reading, above, for: commandLine)
    if ancestor.isPlain { return try Lineage(ancestor, below: above) }
    // An ancestor differs from the known scope of its name, so the cache does not apply.
    guard takes(above) else {
      return try Ancestry(source).lineage(of: scope, &reading, below: above, for: commandLine)
    }
    do throws(Diagnostic) {
      if let known = failed[scope] { throw known }
      let order = try order(of: ancestor)
      reading.problems += ancestor.missed
      if order.hasProblems {
        // The errors of ancestors are reported there.
        let others = Set((above?.ancestors ?? []).map { ObjectIdentifier($0) })
        reading.problems += order.ancestors.reversed()
          .filter { !others.contains(ObjectIdentifier($0)) }.flatMap(\.problems)
      }
      guard let lineage = try? Lineage(ancestor, order, below: above) else {
        throw tooMany(ancestor)
      }
      return lineage
    } catch {
      // The other errors of its list are reported, too.
      for parent in ancestor.parents.reversed() where parent.place != nil {
        _ = found(parent, of: ancestor)
      }
      reading.problems += ancestor.missed + [error]
      return try Lineage(ancestor, below: above)
    }
  }

  private func own(
    _ scope: Scope, _ reading: inout ScopeReading, _ above: Lineage?, for commandLine: Level?
  ) -> Ancestor {
    let problems = reading.problems
    var ruled: [RuleResult] = []
    do throws(Diagnostic) {
      ruled = try ruledParents(of: scope, reading.levels, above, for: commandLine)
    } catch {
      reading.problems.append(error)
    }
    return Ancestor(scope, reading.levels, byRule: ruled, problems: problems)
  }

  private func ruledParents(
    of scope: Scope, _ levels: [Level], _ above: Lineage?, for commandLine: Level? = nil
  ) throws(Diagnostic) -> [RuleResult] {
    try source.ruledParents(of: scope, levels, commandLine: commandLine) { other in
      above?.ancestors.first { $0.scope == other }?.levels ?? known[other]?.levels
        ?? ((try? source.reading(of: other)) ?? nil)?.levels ?? []
    }
  }

  /// Registers the ancestors as known parents; false if another object is registered.
  private func takes(_ above: Lineage?) -> Bool {
    for ancestor in above?.ancestors ?? [] where !ancestor.isKnown {
      if known[ancestor.scope] != nil { return false }
      ancestor.isKnown = true
      known[ancestor.scope] = ancestor
    }
    return true
  }

  private func ancestor(_ parent: Parent) throws(Diagnostic) -> Ancestor {
    if let found = known[parent.scope] { return found }
    guard let reading = try source.reading(of: parent.scope) else {
      let nearest = source.nearest(to: parent.scope)
      throw Diagnostic(
        .error, .reference, .noParent(parent.scope, nearest: nearest), at: parent.place,
        notes: source.ignoredName(in: parent.scope).map { [.init(.ignoredName($0))] } ?? [])
    }
    let found = Ancestor(
      parent.scope, reading.levels, byRule: try ruledParents(of: parent.scope, reading.levels, nil),
      problems: reading.problems)
    found.isKnown = true
    known[parent.scope] = found
    return found
  }

  private func found(_ parent: Parent, of heir: Ancestor) -> Ancestor? {
    do throws(Diagnostic) { return try ancestor(parent) } catch {
      let isTold = parent.place.map { error.place?.id == $0.id } ?? true
      let reason = Diagnostic.Note(.inherits(heir.scope, parent.scope), at: parent.place)
      heir.miss(isTold ? error : error.adding([reason]))
      return nil
    }
  }

  /// The order of a scope, computed depth first without recursion.
  private func order(of own: Ancestor) throws(Diagnostic) -> ScopeOrder {
    if let known = own.order { return known }
    var stops: [Stop] = []
    func enter(_ ancestor: Ancestor) throws(Diagnostic) {
      ancestor.isOpen = true
      stops.append(Stop(ancestor: ancestor, left: ancestor.parents.count))
      // With too many parents none is read.
      if isTooMuch(ancestor.parents.count, ancestor),
        isTooMuch(Set(ancestor.parents.map(\.scope)).count, ancestor)
      {
        throw tooMany(ancestor)
      }
    }
    do throws(Diagnostic) {
      try enter(own)
      while !stops.isEmpty {
        // Changed in place: a copy would copy the parents found so far.
        let last = stops.count - 1
        let ancestor = stops[last].ancestor
        guard stops[last].left > 0 else {
          let order = try order(of: stops[last].found, ancestor)
          if ancestor.isKnown { ancestor.order = order }
          stops.removeLast()
          ancestor.isOpen = false
          if stops.isEmpty { return order }
          continue
        }
        stops[last].left -= 1
        let parent = ancestor.parents[stops[last].left]
        if let known = failed[parent.scope] { throw known }
        let known = parent.scope == own.scope ? own : found(parent, of: ancestor)
        guard let next = known else { continue }
        if next.isOpen { throw circle(Array(stops.map(\.ancestor).drop { $0 !== next })) }
        stops[last].found.append(next)
        if next.order == nil { try enter(next) }
      }
      return ScopeOrder([], visitNumber: 0)
    } catch {
      for stop in stops {
        stop.ancestor.isOpen = false
        failed[stop.ancestor.scope] = error
      }
      throw error
    }
  }

  /// The merged order of parents, lowest precedence first.
  private func order(
    of parents: [Ancestor], _ heir: Ancestor
  ) throws(Diagnostic) -> ScopeOrder {
    let ids = parents.map { ObjectIdentifier($0) }
    if let known = orders[ids] { return try known.get() }
    visitCount += 1
    let order = ScopeOrder(parents, visitNumber: visitCount)
    if isTooMuch(order.ancestors.count, heir) {
      let found = tooMany(heir)
      orders[ids] = .failure(found)
      throw found
    }
    // Scopes without heirs mostly have unique parents.
    if heir.isKnown { orders[ids] = .success(order) }
    return order
  }

  private func isTooMuch(_ count: Int, _ heir: Ancestor) -> Bool {
    (count + 1) * heir.levels.count > Lineage.most
  }

  private func tooMany(_ heir: Ancestor) -> Diagnostic {
    Diagnostic(
      .error, .reference, .tooManyAncestors(heir.scope, limit: Lineage.most),
      at: heir.parents.lazy.compactMap(\.place).first)
  }

  /// The error for a cycle, starting at the first place by path.
  private func circle(_ members: [Ancestor]) -> Diagnostic {
    var steps = members.indices.compactMap { index in
      let next = members[(index + 1) % members.count].scope
      return members[index].parents.last { $0.scope == next }.map { (members[index].scope, $0) }
    }
    let start = steps.indices.filter { steps[$0].1.place != nil }.min {
      steps[$0].0.path.lexicographicallyPrecedes(steps[$1].0.path)
    }
    if let start { steps = Array(steps[start...] + steps[..<start]) }
    return Diagnostic(
      .error, .cycle, .inheritsItself(steps.first?.0 ?? Scope.root), at: steps.first?.1.place,
      notes: steps.map { Diagnostic.Note(.inherits($0, $1.scope), at: $1.place) })
  }
}
