/// Reads scopes that others inherit from, wherever they stand.
package protocol AncestorSource: AnyObject {
  /// What a scope says; nil where no tree has it.
  func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading?
  /// From which scopes one inherits, the nearest first, by its own levels, those of scopes above it, and what the
  /// command line says in it.
  func parents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) -> [Parent]
  /// The scope that was probably meant by one that no tree has.
  func nearest(to scope: Scope) -> Scope?
}

extension AncestorSource {
  /// As the scopes' own files say it.
  package func parents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) -> [Parent] { Ancestry.parents(of: scope, levels) }

  package func nearest(to scope: Scope) -> Scope? { nil }
}

/// Puts the scopes in order that have a say in one (T10), before anything is folded.
///
/// The order is that in which they are left when each is left behind all of its parents, the farthest first: of
/// a scope that comes more than once the farthest place stays, and the order of what stands last is where that
/// of the scope begins.
package final class Ancestry {
  private unowned let source: any AncestorSource
  /// Those from which some scope inherits that does not stand below them.
  private var known: [Scope: Ancestor] = [:]
  /// Scopes that inherit from themselves or from too many, or from one that does.
  fileprivate var hopeless: [Scope: Diagnostic] = [:]
  fileprivate var visits = 0

  package init(_ source: any AncestorSource) { self.source = source }

  /// The parents that a scope's own files list, those of later trees first, then those that rules add, and the one
  /// above: last, unless a list says where it stands.
  package static func parents(
    of scope: Scope, _ levels: [Level], byRule ruled: [Parent] = []
  ) -> [Parent] {
    var parents: [Parent] = []
    var hasAbove = false
    for level in levels.reversed() {
      for parent in level.furtherParents {
        hasAbove = hasAbove || parent.isPlaceOfAbove
        parents.append(Parent(parent.scope, at: parent.isPlaceOfAbove ? nil : parent.place))
      }
    }
    parents += ruled
    if !hasAbove, let above = scope.above { parents.append(Parent(above)) }
    return parents
  }

  /// The lineage of a scope below another one. What keeps it from being whole is added to the reading.
  package func lineage(
    of scope: Scope, _ reading: inout ScopeReading, below above: Lineage?,
    for commandLine: Level? = nil
  ) throws(WalkLimit) -> Lineage {
    let parents = parents(of: scope, reading.levels, above, for: commandLine)
    let own = Ancestor(
      scope, reading.levels, parents, problems: reading.isWhole ? [] : reading.problems)
    if own.isPlain { return try Lineage(own, below: above) }
    do throws(Diagnostic) {
      if let known = hopeless[scope] { throw known }
      var way = WayThroughParents(own, above, self)
      let lineage = try way.run()
      reading.add(way.problems)
      return lineage
    } catch {
      reading.add([error])
      return try Lineage(own, below: above)
    }
  }

  private func parents(
    of scope: Scope, _ levels: [Level], _ above: Lineage?, for commandLine: Level? = nil
  ) -> [Parent] {
    source.parents(of: scope, levels, commandLine: commandLine) { other in
      above?.ancestors.first { $0.scope == other }?.levels ?? known[other]?.levels
        ?? ((try? source.reading(of: other)) ?? nil)?.levels ?? []
    }
  }

  /// The scope that a parent is.
  fileprivate func ancestor(
    _ parent: Parent, _ above: Lineage?
  ) throws(Diagnostic) -> Ancestor {
    if let found = known[parent.scope] { return found }
    guard let reading = try source.reading(of: parent.scope) else {
      let nearest = source.nearest(to: parent.scope)
      throw Diagnostic(
        .error, .reference, .noParent(parent.scope, nearest: nearest), at: parent.place)
    }
    let found = Ancestor(
      parent.scope, reading.levels, parents(of: parent.scope, reading.levels, above),
      problems: reading.isWhole ? [] : reading.problems)
    known[parent.scope] = found
    return found
  }
}

/// One way through the parents of a scope and through theirs, the farthest first.
private struct WayThroughParents {
  private struct Stop {
    let ancestor: Ancestor
    /// What led here.
    let reason: ParentReason?
    /// How many scopes were in order before.
    let start: Int
    /// How many of its parents are still to be seen.
    var left: Int
  }

  private let own: Ancestor
  private let above: Lineage?
  /// What the lineage of the scope above has: one scope has one place, however a way leads to it.
  private let known: [Scope: Ancestor]
  private let ancestry: Ancestry
  /// The number of what is on the way; the next one is that of what was left.
  private let visit: Int
  private var stops: [Stop] = []
  private var order: [Ancestor] = []
  private var reasons: [ParentReason?] = []
  private var commonCount = 0
  private(set) var problems: [Diagnostic] = []

  init(_ own: Ancestor, _ above: Lineage?, _ ancestry: Ancestry) {
    (self.own, self.above, self.ancestry) = (own, above, ancestry)
    known = Dictionary(uniqueKeysWithValues: (above?.ancestors ?? []).map { ($0.scope, $0) })
    visit = ancestry.visits + 1
    ancestry.visits += 2
  }

  mutating func run() throws(Diagnostic) -> Lineage {
    enter(own, because: nil)
    while let stop = stops.last {
      guard stop.left > 0 else {
        stops.removeLast()
        try append(stop.ancestor, stop.reason)
        if stop.ancestor !== own { problems += stop.ancestor.problems }
        continue
      }
      stops[stops.count - 1].left -= 1
      try follow(stop.ancestor.parents[stop.left - 1], from: stop)
    }
    do throws(WalkLimit) { return try Lineage(order, reasons, commonCount: commonCount) } catch {
      throw tooMany()
    }
  }

  private mutating func enter(_ ancestor: Ancestor, because reason: ParentReason?) {
    ancestor.visit = visit
    stops.append(
      Stop(
        ancestor: ancestor, reason: reason, start: order.count, left: ancestor.parents.count))
  }

  private mutating func follow(_ parent: Parent, from stop: Stop) throws(Diagnostic) {
    // The lineage of the scope above is there, and in it everything from which that inherits.
    if stop.ancestor === own, parent.scope == own.scope.above, let above {
      if order.isEmpty { commonCount = above.ancestors.count }
      for (turn, ancestor) in above.ancestors.enumerated() where ancestor.visit <= visit {
        // What is wrong there is told there.
        try append(ancestor, above.reason(at: turn))
      }
      return
    }
    if let known = ancestry.hopeless[parent.scope] { throw known }
    let next: Ancestor
    if parent.scope == own.scope {
      next = own
    } else if let known = known[parent.scope] {
      next = known
    } else {
      do throws(Diagnostic) { next = try ancestry.ancestor(parent, above) } catch {
        problems.append(error)
        return
      }
    }
    if next.visit > visit { return }
    if next.visit == visit { throw circle(to: next) }
    // What stands above a further parent is there by what names that one.
    enter(
      next,
      because: parent.place == nil
        ? stop.reason : ParentReason(parent: parent, heir: stop.ancestor.scope))
  }

  private mutating func append(_ ancestor: Ancestor, _ reason: ParentReason?) throws(Diagnostic) {
    ancestor.visit = visit + 1
    order.append(ancestor)
    reasons.append(reason)
    if order.count > Lineage.most { throw tooMany() }
  }

  private func tooMany() -> Diagnostic {
    let place = own.parents.lazy.compactMap(\.place).first
    let found = Diagnostic(
      .error, .reference, .tooManyAncestors(own.scope, limit: Lineage.most), at: place)
    for stop in stops where order.count - stop.start > Lineage.most {
      ancestry.hopeless[stop.ancestor.scope] = found
    }
    return found
  }

  /// Each scope of a circle with what leads from it to the next one, the first of those that say so first.
  private func circle(to first: Ancestor) -> Diagnostic {
    let members = stops.drop { $0.ancestor !== first }.map(\.ancestor)
    var steps = members.indices.compactMap { index in
      let next = members[(index + 1) % members.count].scope
      return members[index].parents.last { $0.scope == next }.map { (members[index].scope, $0) }
    }
    let start = steps.indices.filter { steps[$0].1.place != nil }.min {
      steps[$0].0.path.lexicographicallyPrecedes(steps[$1].0.path)
    }
    if let start { steps = Array(steps[start...] + steps[..<start]) }
    let found = Diagnostic(
      .error, .cycle, .inheritsItself(steps.first?.0 ?? first.scope), at: steps.first?.1.place,
      notes: steps.map { Diagnostic.Note(.inherits($0, $1.scope), at: $1.place) })
    for stop in stops { ancestry.hopeless[stop.ancestor.scope] = found }
    return found
  }
}
