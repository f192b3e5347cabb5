import JSONSource

/// What exclusions take of a key on the way from a scope to the one below it (I5).
package final class BoundaryNode: ViewNode {
  /// Exclusions of the scope that is left, in any tree.
  private let fresh: PatternCursor
  /// Those from farther up: they have done their work already, but for what the last level wrote.
  private let old: PatternCursor
  /// Those that reach this key from around it, the widest first.
  private let outer: [(position: Int, marker: Marker)]
  /// What alone goes down of objects around this key, as far as it may lead to something in it.
  private let passing: [Passing]
  /// What keeps this key, since others alone go down.
  private let keeping: [Passing]
  /// What the trees before gave.
  private let before: ViewNode?
  /// Whether there are trees before.
  private let hasTreesBefore: Bool
  /// The step of the level that is left.
  private let left: FoldStep

  package override var inForce: DirectivesInForce? { keptInForce }
  private lazy var keptInForce: DirectivesInForce? =
    name.map { holder?.inForce?.descending($0) } ?? step.inForce

  /// The way from a level down; `before` is the top of what the trees before gave, nil in the first tree.
  init(
    _ step: FoldStep, leaving behind: ViewNode, before: ViewNode?,
    fresh: PatternCursor, old: PatternCursor
  ) {
    (outer, passing, keeping) = ([], [], [])
    (self.fresh, self.old, self.before) = (fresh, old, before)
    hasTreesBefore = before != nil
    left = behind.step
    super.init(step, over: behind)
  }

  private init(
    _ name: Name, in holder: BoundaryNode, before: ViewNode?, fresh: PatternCursor,
    old: PatternCursor, _ passing: [Passing], _ keeping: [Passing]
  ) {
    (self.passing, self.keeping) = (passing, keeping)
    (self.before, self.fresh, self.old, outer) = (before, fresh, old, holder.reaching)
    hasTreesBefore = holder.hasTreesBefore
    left = holder.left
    super.init(name, in: holder)
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    guard let behind = behind?.sharedMember(name) else { return nil }
    // Nothing comes back into what is no object.
    if hasTreesBefore && staysNoObject { return behind }
    let before = before?.sharedMember(name)
    if behind === before { return behind }
    let fresh = fresh.descending(name)
    // Where it takes back to what the trees before gave, what stood in the way may have gone meanwhile.
    let old =
      hasTreesBefore || behind.step === left ? old.descending(name) : old.filter { _ in false }
    var (passing, keeping): ([Passing], [Passing]) = ([], [])
    for one in allPassing where one.isFresh || hasTreesBefore || behind.step === left {
      switch one.fate(of: name) {
      case .passed: break
      case .kept: keeping.append(one)
      case .open(let next): passing.append(next)
      }
    }
    if reaching.isEmpty && passing.isEmpty && keeping.isEmpty {
      if fresh.isEmpty && old.isEmpty { return behind }
      // What may lead farther leads nowhere from what is no object.
      if behind.isLive, !behind.isObject, fresh.joined(with: old).markers(.exclude).isEmpty {
        return behind
      }
    }
    guard behind.isLive || before?.isLive == true else { return behind }
    return BoundaryNode(
      name, in: self, before: before, fresh: fresh, old: old, passing, keeping)
  }

  /// The exclusions that reach this key: the widest first, then the nearest level's, then the one read
  /// first.
  private lazy var reaching: [(position: Int, marker: Marker)] = {
    var own = fresh.joined(with: old).markers(.exclude)
    // In what has no members nothing is that may go down; where nothing is, nothing is kept that could come back.
    let isLed = behind.map { $0.isLive && !$0.isObject } ?? false
    let kept = isLed ? keeping + passing : keeping
    own += kept.map { ($0.position, $0.marker) }
    return outer + own.nearestFirst.beyond(outer)
  }()

  /// What alone goes down of this object, and of those around it.
  private lazy var allPassing =
    passing + Passing.starting(at: fresh, isFresh: true) + Passing.starting(at: old, isFresh: false)

  /// The one that acts: a final that withstands one may not withstand another.
  private lazy var acting: (position: Int, marker: Marker)? = reaching.first {
    inForce?.seal(before: $0.position) == nil
  }

  /// Whether the value here is no object, and is not taken.
  private var staysNoObject: Bool {
    if acting == nil, let behind, behind.isLive, !behind.isObject { return true }
    return (holder as? BoundaryNode)?.staysNoObject ?? false
  }

  package override func touchedNames() -> [Name] {
    var names = NameMap<Void>()
    if !reaching.isEmpty || !allPassing.isEmpty || fresh.hasAny || hasTreesBefore && old.hasAny {
      for member in behind?.liveMembers() ?? [] { names[member.name] = () }
      for member in before?.liveMembers() ?? [] { names[member.name] = () }
      return names.names
    }
    // What was never said cannot be taken, and patterns may name much of that.
    for name in mentions(below: fresh.mostNames) ?? fresh.names { names[name] = () }
    if hasTreesBefore {
      for name in old.names { names[name] = () }
    } else if !old.isEmpty, let behind, behind.step === left {
      for name in behind.touchedNames() { names[name] = () }
    }
    return names.names
  }

  /// The names of members of which anything was said, if they are fewer than so many.
  private func mentions(below limit: Int) -> [Name]? {
    var names = NameMap<Void>()
    for start in [behind, before].compactMap({ $0 }) {
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
    guard let behind else { return .absent }
    guard hasTreesBefore else {
      if behind.isObject && !behind.isWrittenEmpty {
        return liveName == nil ? .absent : .object(isWrittenEmpty: false)
      }
      return acting == nil ? behind.state : .absent
    }
    guard acting != nil else {
      if behind.isLive, !behind.isObject { return behind.state }
      if liveName != nil { return .object(isWrittenEmpty: false) }
      return behind.isObject && !behind.isWrittenEmpty ? .absent : behind.state
    }
    if liveName != nil { return .object(isWrittenEmpty: false) }
    guard let before, before.isLive, !before.isObject || before.isWrittenEmpty,
      (holder as? BoundaryNode)?.staysNoObject != true
    else { return .absent }
    return before.state
  }

  override func makeDisplacement() -> Displacement? {
    guard let behind, let acting else { return nil }
    if let before, before.isLive, behind !== before {
      // What is final in an object keeps it, and nothing else takes its place.
      if isObject && !before.isObject { return nil }
      return .takenBack(by: acting.marker, to: before)
    }
    guard behind.isLive, !isLive else { return nil }
    return .withdrawn(.marker(acting.marker, position: acting.position))
  }

  override func makeAbsence(_ displacement: Displacement?) -> Absence? {
    guard let behind, behind.isLive else { return behind?.absence }
    if let acting {
      return Absence(withdrawal: .marker(acting.marker, position: acting.position))
    }
    return lastGone
  }
}
