/// Visits the scopes of a walk, ancestors before descendants.
package protocol ScopeVisitor: AnyObject {
  /// Enters a scope below the current scope.
  func enter(_ visited: VisitedScope)
  /// Reports a child of the current scope that cannot be opened.
  func miss(_ problem: Diagnostic)
  /// Leaves the current scope.
  func leave()
  /// Announces, in directory order, a scope that is entered later.
  func postpone(_ visited: VisitedScope)
}

extension ScopeVisitor {
  package func postpone(_ visited: VisitedScope) {}
}

/// A depth-first walk over the scopes of one snapshot; every file is read once.
package struct TreeWalk {
  /// Links to directories can form endless paths.
  package static let scopeLimit = 1_000_000

  private struct Stop {
    let visited: VisitedScope
    let children: [[UInt8]]
    var next = 0
    /// The child left last, if it has further parents.
    var last: VisitedScope?
  }

  private let limit: Int
  /// Whether it skips abstract scopes (T12), unless it begins with an abstract scope.
  private var hidesAbstract: Bool
  private let first: Scope
  private var count = 0
  private var askedCount = 0
  private var stops: [Stop] = []

  init(limit: Int, first: Scope, hidesAbstract: Bool) {
    self.hidesAbstract = hidesAbstract
    self.limit = limit
    self.first = first
  }

  var scope: Scope? { stops.last?.visited.scope }

  var nextName: [UInt8]? {
    guard let stop = stops.last, stop.next < stop.children.count else { return nil }
    return stop.children[stop.next]
  }

  /// The next child, nil if it was removed meanwhile; with the errors of opening it.
  mutating func takeNext() -> (place: (any ScopePlace)?, problems: [Diagnostic]) {
    guard let name = nextName else { return (nil, []) }
    stops[stops.count - 1].next += 1
    return stops[stops.count - 1].visited.place.child(name)
  }

  mutating func enter(
    _ place: any ScopePlace, isAsked: Bool = true
  ) throws(WalkLimit) -> VisitedScope {
    if isAsked { count += 1 }
    guard count <= limit else { throw .scopes(limit) }
    var reading = place.read()
    let above = stops.last?.visited
    let lineage = try place.ancestry.lineage(of: place.scope, &reading, below: above?.lineage)
    var children = place.childNames
    if let preferred = preferredName(below: place.scope),
      let index = children.firstIndex(of: preferred)
    {
      children.insert(children.remove(at: index), at: 0)
    }
    let isAbstract =
      above?.isAbstract == true || reading.levels.contains(where: \.isAbstract)
    if isAbstract && isAsked && count == 1 { hidesAbstract = false }
    let isHidden = !isAsked || hidesAbstract && isAbstract
    let visited = VisitedScope(
      place, lineage, reading, isHidden ? .hidden : .asked, number: askedCount,
      isLast: children.isEmpty, isAbstract: isAbstract, below: above,
      beside: lineage.hasFurtherParents ? stops.last?.last : nil)
    if !isHidden { askedCount += 1 }
    stops.append(Stop(visited: visited, children: children))
    return visited
  }

  /// The scopes below the current scope have been read.
  func endChildren() {
    guard let visited = stops.last?.visited else { return }
    visited.numbers = visited.number..<askedCount
  }

  mutating func leave() {
    let left = stops.removeLast().visited
    if !stops.isEmpty && left.lineage.hasFurtherParents { stops[stops.count - 1].last = left }
  }

  func comes(_ name: [UInt8], before other: [UInt8]) -> Bool {
    if let preferred = stops.last.flatMap({ preferredName(below: $0.visited.scope) }) {
      if name == preferred { return other != preferred }
      if other == preferred { return false }
    }
    return name.lexicographicallyPrecedes(other)
  }

  private func preferredName(below scope: Scope) -> [UInt8]? {
    first.depth > scope.depth && first.isIn(scope)
      ? first.names[scope.depth] : nil
  }
}
