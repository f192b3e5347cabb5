/// One of two snapshots of a tree: `from` is the former, `to` the current.
package enum Side: Hashable, Sendable {
  case from
  case to

  package var other: Side { self == .from ? .to : .from }
}

/// A pair of values, one for each snapshot.
package struct BeforeAfter<Content> {
  package var from: Content
  package var to: Content

  package init(from: Content, to: Content) {
    self.from = from
    self.to = to
  }

  package init(_ content: (Side) -> Content) { self.init(from: content(.from), to: content(.to)) }

  package subscript(side: Side) -> Content {
    get { side == .from ? from : to }
    // A setter would copy a list for each appended element.
    _modify {
      switch side {
      case .from: yield &from
      case .to: yield &to
      }
    }
  }
}

extension BeforeAfter: Sendable where Content: Sendable {}

/// Visits the scopes of two trees together, ancestors before descendants.
package protocol ScopePairVisitor: AnyObject {
  /// Enters a child of the current scope; nil in a tree that lacks it.
  func enter(_ visited: BeforeAfter<VisitedScope?>)
  /// Reports a child of the current scope that cannot be opened in one of the trees.
  func miss(_ problem: Diagnostic, _ side: Side)
  /// Leaves the current scope.
  func leave()
  /// Announces, in directory order, a scope that is entered later.
  func postpone(_ visited: BeforeAfter<VisitedScope?>)
  /// Whether to visit the scopes below the current scope.
  var wantsMore: Bool { get }
}

extension ScopePairVisitor {
  package func postpone(_ visited: BeforeAfter<VisitedScope?>) {}
  package var wantsMore: Bool { true }
}

/// A visitor of the current snapshot alone.
private final class CurrentVisitor: ScopePairVisitor {
  private let visitor: any ScopeVisitor

  init(_ visitor: any ScopeVisitor) { self.visitor = visitor }

  func enter(_ visited: BeforeAfter<VisitedScope?>) { visited.to.map(visitor.enter) }
  func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem) }
  func leave() { visitor.leave() }
  func postpone(_ visited: BeforeAfter<VisitedScope?>) { visited.to.map(visitor.postpone) }
}

/// A walk over one snapshot of a tree, or over two together.
/// By lineage, scopes with further parents are postponed, so that levels shared by several lineages are visited once.
/// Directories without files are skipped unless both are on disk, because git does not record them.
package struct PairedWalk {
  private let isSingle: Bool
  private let countsEmpty: Bool
  private var walks: BeforeAfter<TreeWalk>
  private struct Stop {
    let visited: BeforeAfter<VisitedScope?>
    /// The names below that cannot be opened in one of the trees.
    let broken: Set<[UInt8]>
    /// Whether it is visited later.
    let isPostponed: Bool
    /// The scopes to visit before the walk leaves this one.
    var waiting: [BeforeAfter<VisitedScope?>] = []
  }

  private let byLineage: Bool
  /// The scopes on the way.
  private var stops: [Stop] = []
  private let visitor: any ScopePairVisitor
  private let first: Scope
  private var hasSeenFirst = false
  private let progress: () -> Void
  private let isOver: (_ hasSeenFirst: Bool) -> Bool

  /// Visits the last place of a path from the root, and its descendants, in the current snapshot alone.
  /// Its ancestors are entered for their levels.
  package static func run(
    along way: [any ScopePlace], _ visitor: any ScopeVisitor, limit: Int = TreeWalk.scopeLimit,
    hidesAbstract: Bool = false, byLineage: Bool = false, progress: @escaping () -> Void = {}
  ) throws(WalkLimit) {
    try run(
      along: BeforeAfter(from: [], to: way), CurrentVisitor(visitor), isSingle: true,
      countsEmpty: true, hidesAbstract: hidesAbstract, byLineage: byLineage, limit: limit,
      progress: progress)
  }

  /// Visits the last place of each path from the root, and its descendants; `first` and its path come first.
  /// `progress` is called for each scope; `isOver` may end the walk.
  package static func run(
    along ways: BeforeAfter<[any ScopePlace]>, _ visitor: any ScopePairVisitor,
    isSingle: Bool = false, first: Scope = .root,
    countsEmpty: Bool = false, hidesAbstract: Bool = false, byLineage: Bool = false,
    limit: Int = TreeWalk.scopeLimit,
    progress: @escaping () -> Void = {},
    until isOver: @escaping (_ hasSeenFirst: Bool) -> Bool = { _ in false }
  ) throws(WalkLimit) {
    let walk = TreeWalk(limit: limit, first: first, hidesAbstract: hidesAbstract)
    var paired = PairedWalk(
      isSingle: isSingle, countsEmpty: countsEmpty, walks: BeforeAfter(from: walk, to: walk),
      byLineage: byLineage, visitor: visitor, first: first, progress: progress, isOver: isOver)
    let depth = max(ways.from.count, ways.to.count)
    for index in 0..<depth {
      let places = BeforeAfter { index < ways[$0].count ? ways[$0][index] : nil }
      try paired.enter(places, isAsked: index == depth - 1)
    }
    try paired.visitBelow(depth)
    for _ in 0..<(depth - 1) { paired.leave() }
  }

  private mutating func visitBelow(_ depth: Int) throws(WalkLimit) {
    while stops.count >= depth {
      guard let name = nextName, visitor.wantsMore, !isOver(hasSeenFirst) else {
        leave()
        continue
      }
      let (from, to) = (take(name, .from), take(name, .to))
      let places = BeforeAfter(from: from.place, to: to.place)
      // A child that cannot be opened may exist.
      let isBroken = from.isBroken || to.isBroken || stops.last?.broken.contains(name) == true
      let isKnown = isSingle || !isBroken || places.from != nil && places.to != nil
      if isKnown, places.from != nil || places.to != nil { try enter(places) }
    }
  }

  private var nextName: [UInt8]? {
    switch (next(.from), next(.to)) {
    case (let one?, let other?): walks.from.comes(other, before: one) ? other : one
    case (let one, let other): one ?? other
    }
  }

  private func next(_ side: Side) -> [UInt8]? {
    stops.last?.visited[side] != nil ? walks[side].nextName : nil
  }

  private mutating func take(
    _ name: [UInt8], _ side: Side
  ) -> (place: (any ScopePlace)?, isBroken: Bool) {
    guard next(side) == name else { return (nil, false) }
    let (place, problems) = walks[side].takeNext()
    if let stop = stops.last, stop.isPostponed {
      stop.visited[side]?.missed += problems
    } else {
      for problem in problems { visitor.miss(problem, side) }
    }
    return (countsEmpty || place?.holdsFiles == true ? place : nil, !problems.isEmpty)
  }

  private mutating func enter(
    _ places: BeforeAfter<(any ScopePlace)?>, isAsked: Bool = true
  ) throws(WalkLimit) {
    var visited = BeforeAfter<VisitedScope?>(from: nil, to: nil)
    if let place = places.from { visited.from = try walks.from.enter(place, isAsked: isAsked) }
    if let place = places.to { visited.to = try walks.to.enter(place, isAsked: isAsked) }
    let problems =
      (visited.from?.reading.childProblems ?? []) + (visited.to?.reading.childProblems ?? [])
    let broken = problems.compactMap {
      $0.path?.split(separator: UInt8(ascii: "/")).last.map(Array.init)
    }
    let isPostponed =
      byLineage && (stops.last?.isPostponed == true || hasFurtherParents(visited))
    if isPostponed {
      for case let scope? in [visited.from, visited.to] { scope.isPostponed = true }
      let base = stops.lastIndex { !$0.isPostponed && visited.begins(with: $0.visited) }
      stops[base ?? 0].waiting.append(visited)
      visitor.postpone(visited)
    } else {
      visitor.enter(visited)
    }
    stops.append(Stop(visited: visited, broken: Set(broken), isPostponed: isPostponed))
    progress()
  }

  private mutating func leave() {
    guard let last = stops.popLast() else { return }
    if (last.visited.to == nil ? walks.from : walks.to).scope == first { hasSeenFirst = true }
    if last.visited.from != nil { walks.from.endChildren() }
    if last.visited.to != nil { walks.to.endChildren() }
    if !last.isPostponed {
      LineageTrie(visitor.enter, visitor.miss, visitor.leave).visit(last.waiting, in: last.visited)
      visitor.leave()
    }
    if last.visited.from != nil { walks.from.leave() }
    if last.visited.to != nil { walks.to.leave() }
  }

  /// Whether each snapshot of the walk has it, and some lineage has further parents.
  private func hasFurtherParents(_ visited: BeforeAfter<VisitedScope?>) -> Bool {
    let lineages = [visited.from, visited.to].compactMap { $0?.lineage }
    return lineages.count == (isSingle ? 1 : 2) && lineages[0].treeCount == 1
      && !lineages.allSatisfy(\.addsOwnAlone)
  }
}
