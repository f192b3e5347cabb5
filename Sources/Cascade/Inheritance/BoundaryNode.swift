import JSONSource

/// A key on the step from a scope to a scope below it, where exclusions act (I5).
package final class BoundaryNode: ViewNode {
  /// Exclusions of the scope above, in any tree.
  private let fresh: PatternCursor
  /// Exclusions of earlier scopes, which affect only new values of the last level.
  private let old: PatternCursor
  /// Exclusions of keys around this key, the widest first.
  private let outer: [(position: Int, marker: Marker)]
  /// `$pass` lists that may let something in this key through.
  private let passing: [PassFilter]
  /// `$pass` lists that exclude this key.
  private let keeping: [PassFilter]
  private let before: ViewNode?
  private let hasTreesBefore: Bool
  /// The step above the boundary.
  private let left: FoldLayer

  package override var activeDeclarations: LineageDeclarations? { cachedDeclarations }
  private lazy var cachedDeclarations: LineageDeclarations? =
    name.map { holder?.activeDeclarations?.descending($0) } ?? step.activeDeclarations

  init(
    _ step: FoldLayer, leaving previous: ViewNode, before: ViewNode?,
    fresh: PatternCursor, old: PatternCursor
  ) {
    (outer, passing, keeping) = ([], [], [])
    (self.fresh, self.old, self.before) = (fresh, old, before)
    hasTreesBefore = before != nil
    left = previous.step
    super.init(step, over: previous)
  }

  private init(
    _ name: Name, in holder: BoundaryNode, before: ViewNode?, fresh: PatternCursor,
    old: PatternCursor, _ passing: [PassFilter], _ keeping: [PassFilter]
  ) {
    (self.passing, self.keeping) = (passing, keeping)
    (self.before, self.fresh, self.old, outer) = (before, fresh, old, holder.reaching)
    hasTreesBefore = holder.hasTreesBefore
    left = holder.left
    super.init(name, in: holder)
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    guard let previous = previous?.sharedMember(name) else { return nil }
    // If the value stays a leaf, its members cannot be restored.
    if hasTreesBefore && staysLeaf { return previous }
    let before = before?.sharedMember(name)
    if previous === before { return previous }
    let fresh = fresh.descending(name)
    // In a later tree an exclusion restores the previous value, so earlier exclusions may act again.
    let old =
      hasTreesBefore || previous.step === left ? old.descending(name) : old.filter { _ in false }
    var (passing, keeping): ([PassFilter], [PassFilter]) = ([], [])
    for one in allPassFilters where one.isFresh || hasTreesBefore || previous.step === left {
      switch one.statementOutcome(of: name) {
      case .passed: break
      case .kept: keeping.append(one)
      case .open(let next): passing.append(next)
      }
    }
    if reaching.isEmpty && passing.isEmpty && keeping.isEmpty {
      if fresh.isEmpty && old.isEmpty { return previous }
      // Wider patterns match nothing inside a leaf.
      if previous.isLive, !previous.isObject, fresh.joined(with: old).markers(.exclude).isEmpty {
        return previous
      }
    }
    guard previous.isLive || before?.isLive == true else { return previous }
    return BoundaryNode(
      name, in: self, before: before, fresh: fresh, old: old, passing, keeping)
  }

  /// The exclusions of this key: the widest first, then the nearest level's, then in reading order.
  private lazy var reaching: [(position: Int, marker: Marker)] = {
    var own = fresh.joined(with: old).markers(.exclude)
    // A leaf has no members that `$pass` could let through. A missing value needs no exclusion.
    let isLed = previous.map { $0.isLive && !$0.isObject } ?? false
    let kept = isLed ? keeping + passing : keeping
    own += kept.map { ($0.position, $0.markers[0]) }
    return outer + own.nearestFirst.beyond(outer)
  }()

  private lazy var allPassFilters =
    passing + PassFilter.starting(at: fresh, isFresh: true)
    + PassFilter.starting(at: old, isFresh: false)

  /// The first exclusion that no final refuses.
  private lazy var acting: (position: Int, marker: Marker)? = reaching.first {
    activeDeclarations?.finalMarker(before: $0.position) == nil
  }

  /// Whether the value is a leaf that no exclusion removes.
  private var staysLeaf: Bool {
    if acting == nil, let previous, previous.isLive, !previous.isObject { return true }
    return (holder as? BoundaryNode)?.staysLeaf ?? false
  }

  package override func touchedNames() -> [Name] {
    if !reaching.isEmpty || !allPassFilters.isEmpty || fresh.hasAny || hasTreesBefore && old.hasAny
    {
      return [previous, before].flatMap { $0?.liveMembers().map(\.name) ?? [] }.uniqued
    }
    // Only mentioned names can be excluded, and patterns may list many more.
    var names = mentions(below: fresh.maxNames) ?? fresh.names
    if hasTreesBefore {
      names += old.names
    } else if !old.isEmpty, let previous, previous.step === left {
      names += previous.touchedNames()
    }
    return names.uniqued
  }

  /// The mentioned member names; nil if there are at least `limit`.
  private func mentions(below limit: Int) -> [Name]? {
    var names = NameMap<Void>()
    for start in [previous, before].compactMap({ $0 }) {
      for node in start.chain {
        let own = node.ownMentions
        if own.count >= limit { return nil }
        for name in own { names[name] = () }
        if names.names.count >= limit { return nil }
      }
    }
    return names.names
  }

  override var restoresMembers: Bool { before?.isObject ?? false }

  package override var mayCompute: Bool {
    super.mayCompute || isObject && before?.mayCompute == true
  }

  override func makeState() -> State {
    guard let previous else { return .absent }
    guard hasTreesBefore else {
      if previous.isObject && !previous.isWrittenEmpty {
        return liveName == nil ? .absent : .object(isWrittenEmpty: false)
      }
      return acting == nil ? previous.state : .absent
    }
    guard acting != nil else {
      if previous.isLive, !previous.isObject { return previous.state }
      if liveName != nil { return .object(isWrittenEmpty: false) }
      return previous.isObject && !previous.isWrittenEmpty ? .absent : previous.state
    }
    if liveName != nil { return .object(isWrittenEmpty: false) }
    guard let before, before.isLive, !before.isObject || before.isWrittenEmpty,
      (holder as? BoundaryNode)?.staysLeaf != true
    else { return .absent }
    return before.state
  }

  override func makeDisplacement() -> Displacement? {
    guard let previous, let acting else { return nil }
    if let before, before.isLive, previous !== before {
      // A final inside the object keeps the object.
      if isObject && !before.isObject { return nil }
      return .restored(by: acting.marker, to: before)
    }
    guard previous.isLive, !isLive else { return nil }
    return .withdrawn(.marker(acting.marker, position: acting.position))
  }

  override func makeAbsence(_ displacement: Displacement?) -> Absence? {
    guard let previous, previous.isLive else { return previous?.absence }
    if let acting {
      return Absence(withdrawal: .marker(acting.marker, position: acting.position))
    }
    return lastRemovedAbsence
  }
}

/// A step along a lineage: a level, or the boundary before it, where exclusions act.
package final class FoldLayer {
  package let position: Int
  let activeDeclarations: LineageDeclarations?
  let isCommandLine: Bool

  init(position: Int, activeDeclarations: LineageDeclarations?, isCommandLine: Bool = false) {
    self.position = position
    self.activeDeclarations = activeDeclarations
    self.isCommandLine = isCommandLine
  }
}
