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

/// Visits the scopes of the current snapshot alone, ancestors before descendants.
package protocol ScopeVisitor: ScopePairVisitor {
  /// Enters a scope below the current scope.
  func enter(_ visited: VisitedScope)
  /// Reports a child of the current scope that cannot be opened.
  func miss(_ problem: Diagnostic)
  /// Announces, in directory order, a scope that is entered later.
  func postpone(_ visited: VisitedScope)
}

extension ScopeVisitor {
  package func postpone(_ visited: VisitedScope) {}
  package func enter(_ visited: BeforeAfter<VisitedScope?>) { visited.to.map { enter($0) } }
  package func miss(_ problem: Diagnostic, _ side: Side) { miss(problem) }
  package func postpone(_ visited: BeforeAfter<VisitedScope?>) { visited.to.map { postpone($0) } }
}

/// A depth-first walk over one snapshot of a tree, or over two together; every file is read once.
/// By lineage, scopes with further parents are postponed, so that levels shared by several lineages are visited once.
/// Directories without files are skipped unless both are on disk, because git does not record them.
package struct PairedWalk {
  package static let scopeLimit = 1_000_000

  private struct Progress {
    var count = ScopeCount()
    var askedCount = 0
    /// Whether it skips abstract scopes (T12), unless all of them are.
    var hidesAbstract: Bool
  }

  private let isSingle: Bool
  private let countsEmpty: Bool
  private let limit: Int
  private var progress: BeforeAfter<Progress>
  private struct Stop {
    let visited: BeforeAfter<VisitedScope?>
    /// The names of the children that are left.
    var children: BeforeAfter<ArraySlice<[UInt8]>>
    /// The child left last, if it has further parents.
    var last = BeforeAfter<VisitedScope?>(from: nil, to: nil)
    /// The names below that cannot be opened in one of the trees.
    let broken: Set<[UInt8]>
    /// Whether it is visited later.
    let isPostponed: Bool
    /// The scopes to visit before the walk leaves this one.
    var waiting: [BeforeAfter<VisitedScope?>] = []

    var scope: Scope? { (visited.to ?? visited.from)?.scope }
  }

  private let byLineage: Bool
  /// The scopes on the way.
  private var stops: [Stop] = []
  private let visitor: any ScopePairVisitor
  private let first: Scope
  private var hasSeenFirst = false
  private let advance: () -> Void
  private let isOver: (_ hasSeenFirst: Bool) -> Bool

  /// Visits the last place of a path from the root, and its descendants, in the current snapshot alone.
  /// Its ancestors are entered for their levels.
  package static func run(
    along way: [any ScopePlace], _ visitor: any ScopeVisitor, limit: Int = scopeLimit,
    hidesAbstract: Bool = false, byLineage: Bool = false, progress: @escaping () -> Void = {}
  ) throws(WalkLimit) {
    try run(
      along: BeforeAfter(from: [], to: way), visitor, isSingle: true,
      countsEmpty: true, hidesAbstract: hidesAbstract, byLineage: byLineage, limit: limit,
      progress: progress)
  }

  /// Visits the last place of each path from the root, and its descendants; `first` and its path come first.
  /// `progress` is called for each scope; `isOver` may end the walk.
  package static func run(
    along ways: BeforeAfter<[any ScopePlace]>, _ visitor: any ScopePairVisitor,
    isSingle: Bool = false, first: Scope = .root,
    countsEmpty: Bool = false, hidesAbstract: Bool = false, byLineage: Bool = false,
    limit: Int = scopeLimit,
    progress: @escaping () -> Void = {},
    until isOver: @escaping (_ hasSeenFirst: Bool) -> Bool = { _ in false }
  ) throws(WalkLimit) {
    var paired = PairedWalk(
      isSingle: isSingle, countsEmpty: countsEmpty, limit: limit,
      progress: BeforeAfter { _ in Progress(hidesAbstract: hidesAbstract) },
      byLineage: byLineage, visitor: visitor, first: first, advance: progress, isOver: isOver)
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

  private var nextName: [UInt8]? { [Side.from, .to].compactMap(next).min(by: comes(_:before:)) }

  private func next(_ side: Side) -> [UInt8]? { stops.last?.children[side].first }

  private func comes(_ name: [UInt8], before other: [UInt8]) -> Bool {
    if let preferred = stops.last?.scope.flatMap(preferredName(below:)) {
      if name == preferred { return other != preferred }
      if other == preferred { return false }
    }
    return name.lexicographicallyPrecedes(other)
  }

  /// The child on the path to the scope that comes first.
  private func preferredName(below scope: Scope) -> [UInt8]? {
    first.depth > scope.depth && first.isIn(scope) ? first.names[scope.depth] : nil
  }

  private mutating func take(
    _ name: [UInt8], _ side: Side
  ) -> (place: (any ScopePlace)?, isBroken: Bool) {
    guard next(side) == name, let around = stops.last?.visited[side] else { return (nil, false) }
    let last = stops.count - 1
    stops[last].children[side].removeFirst()
    let (place, problems) = around.place.child(name)
    if stops[last].isPostponed {
      around.missed += problems
    } else {
      for problem in problems { visitor.miss(problem, side) }
    }
    return (countsEmpty || place?.holdsFiles == true ? place : nil, !problems.isEmpty)
  }

  private mutating func enter(
    _ places: BeforeAfter<(any ScopePlace)?>, isAsked: Bool = true
  ) throws(WalkLimit) {
    var visited = BeforeAfter<VisitedScope?>(from: nil, to: nil)
    var children = BeforeAfter<ArraySlice<[UInt8]>>(from: [], to: [])
    for side in [Side.from, .to] {
      guard let place = places[side] else { continue }
      (visited[side], children[side]) = try read(place, side, isAsked: isAsked)
    }
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
    stops.append(
      Stop(visited: visited, children: children, broken: Set(broken), isPostponed: isPostponed))
    advance()
  }

  /// Reads a scope below the current one.
  private mutating func read(
    _ place: any ScopePlace, _ side: Side, isAsked: Bool
  ) throws(WalkLimit) -> (visited: VisitedScope, children: ArraySlice<[UInt8]>) {
    if isAsked { try progress[side].count.add(place, limit: limit) }
    var reading = place.read()
    let above = stops.last?.visited[side]
    let lineage = try place.source.ancestry.lineage(
      of: place.scope, &reading, below: above?.lineage)
    var children = place.childNames
    if let index = preferredName(below: place.scope).flatMap(children.firstIndex(of:)) {
      children.insert(children.remove(at: index), at: 0)
    }
    let own = reading.levels.compactMap(\.abstraction)
    let isBelow = above?.abstraction == .withDescendants || own.contains(.withDescendants)
    let abstraction = isBelow ? .withDescendants : own.first
    if isAsked, progress[side].count.all == 1, abstraction == .withDescendants || children.isEmpty {
      progress[side].hidesAbstract = false
    }
    let isHidden = !isAsked || progress[side].hidesAbstract && abstraction != nil
    let visited = VisitedScope(
      place, lineage, reading, isHidden ? .hidden : .asked, number: progress[side].askedCount,
      isLast: children.isEmpty, abstraction, below: above,
      beside: lineage.hasFurtherParents ? stops.last?.last[side] : nil)
    if !isHidden { progress[side].askedCount += 1 }
    return (visited, children[...])
  }

  private mutating func leave() {
    guard let last = stops.popLast() else { return }
    if last.scope == first { hasSeenFirst = true }
    for side in [Side.from, .to] {
      guard let left = last.visited[side] else { continue }
      left.numbers = left.number..<progress[side].askedCount
      if !stops.isEmpty && left.lineage.hasFurtherParents {
        stops[stops.count - 1].last[side] = left
      }
    }
    if !last.isPostponed {
      LineageTrie(visitor: visitor).visit(last.waiting, in: last.visited)
      visitor.leave()
    }
  }

  /// Whether each snapshot of the walk has it, and some lineage has further parents.
  private func hasFurtherParents(_ visited: BeforeAfter<VisitedScope?>) -> Bool {
    let lineages = [visited.from, visited.to].compactMap { $0?.lineage }
    return lineages.count == (isSingle ? 1 : 2) && lineages[0].treeCount == 1
      && !lineages.allSatisfy(\.addsOwnAlone)
  }
}
