/// Reads scopes that others inherit from, wherever they stand.
package protocol AncestorSource: AnyObject {
  /// What a scope says; nil where no tree has it.
  func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading?
  /// From which scopes one inherits, the nearest first, by its own levels, those of scopes above it, and what the
  /// command line says in it; none where nothing says so, and it inherits from the one above. Throws what keeps that
  /// from being known.
  func parents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) throws(Diagnostic) -> (parents: [Parent], ruled: [RuledParent])
  /// The scope that was probably meant by one that no tree has.
  func nearest(to scope: Scope) -> Scope?
  /// The name in a scope's path that no scope has since the tree passes over it.
  func ignoredName(in scope: Scope) -> [UInt8]?
}

/// Puts the scopes in order that have a say in one (T10), before anything is folded.
///
/// The order of a scope is made of those of its parents: the farthest one's as it is, and of each nearer one what
/// is not there yet. Of a scope that comes more than once the farthest place stays.
package final class Ancestry {
  /// A scope on the way to an order, with those of its parents that were found, the farthest first.
  private struct Stop {
    let ancestor: Ancestor
    var left: Int
    var found: [Ancestor] = []
  }

  private unowned let source: any AncestorSource
  /// Those from which some scope inherits, and those above scopes with further parents.
  private var known: [Scope: Ancestor] = [:]
  /// Scopes that inherit from themselves or from too many, or from one that does.
  private var hopeless: [Scope: Diagnostic] = [:]
  /// What comes of the same parents, which are many scopes' in a layer.
  private var orders: [[ObjectIdentifier]: Result<ScopeOrder, Diagnostic>] = [:]
  private var turns = 0

  package init(_ source: any AncestorSource) { self.source = source }

  /// The parents that a scope's own files list, those of later trees first, then those that rules add, and behind
  /// those the one above: last, unless a list says where it stands.
  package static func parents(
    of scope: Scope, _ levels: [Level], byRule ruled: [Parent] = []
  ) -> [Parent] {
    if ruled.isEmpty, !levels.contains(where: \.mayCompute) { return [] }
    var parents = levels.reversed().flatMap(\.furtherParents) + ruled
    if parents.isEmpty { return [] }
    if !parents.contains(where: { $0.place == nil }), let above = scope.above {
      parents.append(Parent(above))
    }
    return parents
  }

  /// The lineage of a scope below another one. What keeps it from being whole is added to the reading.
  package func lineage(
    of scope: Scope, _ reading: inout ScopeReading, below above: Lineage?,
    for commandLine: Level? = nil
  ) throws(WalkLimit) -> Lineage {
    let known = commandLine == nil ? known[scope].flatMap { $0.has(reading) ? $0 : nil } : nil
    let ancestor = known ?? own(scope, &reading, above, for: commandLine)
    if ancestor.isPlain { return try Lineage(ancestor, below: above) }
    // Whoever has been taken for one of those above is not the one that a walk goes by.
    guard takes(above) else {
      return try Ancestry(source).lineage(of: scope, &reading, below: above, for: commandLine)
    }
    do throws(Diagnostic) {
      if let known = hopeless[scope] { throw known }
      let order = try order(of: ancestor)
      reading.add(ancestor.missed)
      if order.hasProblems {
        // What is wrong above is told there.
        let others = Set((above?.ancestors ?? []).map { ObjectIdentifier($0) })
        reading.add(
          order.ancestors.reversed().filter { !others.contains(ObjectIdentifier($0)) }
            .flatMap(\.problems))
      }
      return try lineage(ancestor, order, below: above)
    } catch {
      // What else is wrong with its list is told all the same.
      for parent in ancestor.parents.reversed() where parent.place != nil {
        _ = found(parent, of: ancestor)
      }
      reading.add(ancestor.missed + [error])
      return try Lineage(ancestor, below: above)
    }
  }

  /// A scope that nobody has taken for a parent yet.
  private func own(
    _ scope: Scope, _ reading: inout ScopeReading, _ above: Lineage?, for commandLine: Level?
  ) -> Ancestor {
    let problems = reading.isWhole ? [] : reading.problems
    let found: (parents: [Parent], ruled: [RuledParent])
    do throws(Diagnostic) {
      found = try self.parents(of: scope, reading.levels, above, for: commandLine)
    } catch {
      reading.add([error])
      found = (Ancestry.parents(of: scope, reading.levels), [])
    }
    return Ancestor(
      scope, reading.levels, found.parents, byRule: found.ruled, problems: problems)
  }

  private func lineage(
    _ own: Ancestor, _ order: ScopeOrder, below above: Lineage?
  ) throws(Diagnostic) -> Lineage {
    do throws(WalkLimit) { return try Lineage(own, order, below: above) } catch {
      throw tooMany(own)
    }
  }

  private func parents(
    of scope: Scope, _ levels: [Level], _ above: Lineage?, for commandLine: Level? = nil
  ) throws(Diagnostic) -> (parents: [Parent], ruled: [RuledParent]) {
    try source.parents(of: scope, levels, commandLine: commandLine) { other in
      above?.ancestors.first { $0.scope == other }?.levels ?? known[other]?.levels
        ?? ((try? source.reading(of: other)) ?? nil)?.levels ?? []
    }
  }

  /// Takes those above a scope for what others inherit from, too; false where something else was taken for one.
  private func takes(_ above: Lineage?) -> Bool {
    for ancestor in above?.ancestors ?? [] where !ancestor.isKnown {
      if known[ancestor.scope] != nil { return false }
      ancestor.isKnown = true
      known[ancestor.scope] = ancestor
    }
    return true
  }

  /// The scope that a parent is.
  private func ancestor(_ parent: Parent) throws(Diagnostic) -> Ancestor {
    if let found = known[parent.scope] { return found }
    guard let reading = try source.reading(of: parent.scope) else {
      let nearest = source.nearest(to: parent.scope)
      throw Diagnostic(
        .error, .reference, .noParent(parent.scope, nearest: nearest), at: parent.place,
        notes: source.ignoredName(in: parent.scope).map { [.init(.ignoredName($0))] } ?? [])
    }
    let (parents, ruled) = try parents(of: parent.scope, reading.levels, nil)
    let found = Ancestor(
      parent.scope, reading.levels, parents, byRule: ruled,
      problems: reading.isWhole ? [] : reading.problems)
    found.isKnown = true
    known[parent.scope] = found
    return found
  }

  /// The same; nil where it cannot be found, of which its heir takes note.
  private func found(_ parent: Parent, of heir: Ancestor) -> Ancestor? {
    do throws(Diagnostic) { return try ancestor(parent) } catch {
      let isTold = parent.place.map { error.place?.isSame(as: $0) == true } ?? true
      let reason = Diagnostic.Note(.inherits(heir.scope, parent.scope), at: parent.place)
      heir.miss(isTold ? error : error.adding([reason]))
      return nil
    }
  }

  /// From whom a scope inherits: the orders of its parents are worked out first, and theirs before.
  private func order(of own: Ancestor) throws(Diagnostic) -> ScopeOrder {
    if let known = own.order { return known }
    var stops: [Stop] = []
    func enter(_ ancestor: Ancestor) throws(Diagnostic) {
      ancestor.isOpen = true
      stops.append(Stop(ancestor: ancestor, left: ancestor.parents.count))
      // No parent is read where there are too many.
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
        if let known = hopeless[parent.scope] { throw known }
        let known = parent.scope == own.scope ? own : found(parent, of: ancestor)
        guard let next = known else { continue }
        if next.isOpen { throw circle(Array(stops.map(\.ancestor).drop { $0 !== next })) }
        stops[last].found.append(next)
        if next.order == nil { try enter(next) }
      }
      return ScopeOrder([], turn: 0)
    } catch {
      for stop in stops {
        stop.ancestor.isOpen = false
        hopeless[stop.ancestor.scope] = error
      }
      throw error
    }
  }

  /// What comes of parents, the farthest first.
  private func order(
    of parents: [Ancestor], _ heir: Ancestor
  ) throws(Diagnostic) -> ScopeOrder {
    let ids = parents.map { ObjectIdentifier($0) }
    if let known = orders[ids] { return try known.get() }
    turns += 1
    let order = ScopeOrder(parents, turn: turns)
    if isTooMuch(order.ancestors.count, heir) {
      let found = tooMany(heir)
      orders[ids] = .failure(found)
      throw found
    }
    // Most of those from whom nobody inherits are alone in what they inherit from.
    if heir.isKnown { orders[ids] = .success(order) }
    return order
  }

  /// Whether a scope cannot inherit from so many.
  private func isTooMuch(_ count: Int, _ heir: Ancestor) -> Bool {
    (count + 1) * heir.levels.count > Lineage.most
  }

  private func tooMany(_ heir: Ancestor) -> Diagnostic {
    Diagnostic(
      .error, .reference, .tooManyAncestors(heir.scope, limit: Lineage.most),
      at: heir.parents.lazy.compactMap(\.place).first)
  }

  /// Each scope of a circle with what leads from it to the next one, the first of those that say so first.
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

extension Ancestor {
  /// Whether it was made of what has been read.
  fileprivate func has(_ reading: ScopeReading) -> Bool {
    zip(levels, reading.levels).allSatisfy { $0 === $1 }
  }
}
