import JSONSource

/// The exclusions that may act on a key between a scope and a scope below it (I5).
final class KeyExclusions {
  /// Exclusions of the scope above, in any tree.
  let fresh: PatternCursor
  /// Exclusions of earlier scopes, which affect only new values of the last level.
  let old: PatternCursor
  /// Exclusions of keys around this key, the widest first.
  let outer: [(position: Int, marker: Marker)]
  /// `$pass` lists that may let something in this key through.
  let passing: [PassFilter]
  /// `$pass` lists that exclude this key.
  let keeping: [PassFilter]
  /// The value in the trees before.
  let before: RecordID?
  let hasTreesBefore: Bool
  /// The layer above the boundary.
  let left: Int32
  /// The exclusions of this key, once they are computed.
  fileprivate var reaching: [(position: Int, marker: Marker)]?

  init(
    leaving left: Int, before: RecordID?, fresh: PatternCursor, old: PatternCursor
  ) {
    (outer, passing, keeping) = ([], [], [])
    (self.fresh, self.old, self.before, self.left) = (fresh, old, before, Int32(left))
    hasTreesBefore = before != nil
  }

  fileprivate init(
    in holder: KeyExclusions, _ outer: [(position: Int, marker: Marker)], before: RecordID?,
    fresh: PatternCursor, old: PatternCursor, _ passing: [PassFilter], _ keeping: [PassFilter]
  ) {
    (self.outer, self.passing, self.keeping) = (outer, passing, keeping)
    (self.before, self.fresh, self.old) = (before, fresh, old)
    (hasTreesBefore, left) = (holder.hasTreesBefore, holder.left)
  }

  fileprivate lazy var allPassFilters =
    passing + PassFilter.starting(at: fresh, isFresh: true)
    + PassFilter.starting(at: old, isFresh: false)
}

/// A boundary: between two scopes of a tree, exclusions restore the value of the trees before, or remove it (I5).
extension Fold {
  func makeExcludedMember(_ name: Name, of id: RecordID) -> RecordID? {
    guard let exclusions = self.exclusions(of: id),
      let previous = previous(of: id).flatMap({ member(name, of: $0, isShared: true) })
    else { return nil }
    let hasTreesBefore = exclusions.hasTreesBefore
    // If the value stays a leaf, its members cannot be restored.
    if hasTreesBefore && staysLeaf(id) { return previous }
    let before = exclusions.before.flatMap { member(name, of: $0, isShared: true) }
    if previous == before { return previous }
    let fresh = exclusions.fresh.descending(name)
    let isNew = hasTreesBefore || previous.layer == exclusions.left
    // In a later tree an exclusion restores the previous value, so earlier exclusions may act again.
    let old = isNew ? exclusions.old.descending(name) : exclusions.old.filter { _ in false }
    var (passing, keeping): ([PassFilter], [PassFilter]) = ([], [])
    for one in exclusions.allPassFilters where one.isFresh || isNew {
      switch one.statementOutcome(of: name) {
      case .passed: break
      case .kept: keeping.append(one)
      case .open(let next): passing.append(next)
      }
    }
    let reaching = reaching(id)
    if reaching.isEmpty && passing.isEmpty && keeping.isEmpty {
      if fresh.isEmpty && old.isEmpty { return previous }
      // Wider patterns match nothing inside a leaf.
      if isLive(previous), !isObject(previous),
        fresh.joined(with: old).markers(.exclude).isEmpty
      {
        return previous
      }
    }
    guard isLive(previous) || before.map(isLive) == true else { return previous }
    let made = layer(of: id).add(
      name, in: id.place, .none, declarations(of: id)?.descending(name), nil,
      KeyExclusions(
        in: exclusions, reaching, before: before, fresh: fresh, old: old, passing, keeping))
    return note(made, name, in: id)
  }

  /// The exclusions of this key: the widest first, then the nearest level's, then in reading order.
  private func reaching(_ id: RecordID) -> [(position: Int, marker: Marker)] {
    guard let exclusions = self.exclusions(of: id) else { return [] }
    if let known = exclusions.reaching { return known }
    var own = exclusions.fresh.joined(with: exclusions.old).markers(.exclude)
    // A leaf has no members that `$pass` could let through. A missing value needs no exclusion.
    let isLed = previous(of: id).map { isLive($0) && !isObject($0) } ?? false
    let kept = isLed ? exclusions.keeping + exclusions.passing : exclusions.keeping
    own += kept.map { ($0.position, $0.markers[0]) }
    let all = exclusions.outer + own.nearestFirst.beyond(exclusions.outer)
    exclusions.reaching = all
    return all
  }

  /// The first exclusion that no final refuses.
  func acting(_ id: RecordID) -> (position: Int, marker: Marker)? {
    reaching(id).first { self.declarations(of: id)?.finalMarker(before: $0.position) == nil }
  }

  /// Whether the value is a leaf that no exclusion removes.
  private func staysLeaf(_ id: RecordID) -> Bool {
    if acting(id) == nil, let previous = previous(of: id), isLive(previous), !isObject(previous) {
      return true
    }
    return holder(of: id).map(staysLeaf) ?? false
  }

  func namesTouchedByBoundary(_ id: RecordID) -> [Name] {
    guard let exclusions = self.exclusions(of: id) else { return [] }
    let (fresh, old) = (exclusions.fresh, exclusions.old)
    let both = [previous(of: id), exclusions.before].compactMap { $0 }
    if !reaching(id).isEmpty || !exclusions.allPassFilters.isEmpty || fresh.hasAny
      || exclusions.hasTreesBefore && old.hasAny
    {
      return both.flatMap { liveMembers(of: $0).map(\.name) }.uniqued
    }
    // Only mentioned names can be excluded, and patterns may list many more.
    var names = mentions(of: both, below: fresh.maxNames) ?? fresh.names
    if exclusions.hasTreesBefore {
      names += old.names
    } else if !old.isEmpty, let previous = previous(of: id), previous.layer == exclusions.left {
      names += touchedNames(of: previous)
    }
    return names.uniqued
  }

  /// The mentioned member names; nil if there are at least `limit`.
  private func mentions(of starts: [RecordID], below limit: Int) -> [Name]? {
    var names = NameMap<Void>()
    for start in starts {
      var next: RecordID? = start
      while let id = next {
        let own = ownMentions(of: id)
        if own.count >= limit { return nil }
        for name in own { names[name] = () }
        if names.names.count >= limit { return nil }
        next = previous(of: id)
      }
    }
    return names.names
  }

  /// Whether the layer may restore members of the trees before.
  func restoresMembers(_ id: RecordID) -> Bool {
    exclusions(of: id)?.before.map(isObject) ?? false
  }

  func makeBoundaryValue(of id: RecordID) -> Value {
    guard let previous = previous(of: id), let exclusions = self.exclusions(of: id) else {
      return .absent
    }
    let isFilled = state(of: previous) == .object
    guard exclusions.hasTreesBefore else {
      if isFilled { return liveName(of: id) == nil ? .absent : .object }
      return acting(id) == nil ? value(of: previous) : .absent
    }
    guard acting(id) != nil else {
      if isLive(previous), !isObject(previous) { return value(of: previous) }
      if liveName(of: id) != nil { return .object }
      return isFilled ? .absent : value(of: previous)
    }
    if liveName(of: id) != nil { return .object }
    guard let before = exclusions.before, isLive(before), state(of: before) != .object,
      holder(of: id).map(staysLeaf) != true
    else { return .absent }
    return value(of: before)
  }
}
