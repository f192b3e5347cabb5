/// Sees every scope of a walk, ancestors before descendants.
package protocol ScopeVisitor: AnyObject {
  /// Whether it has to know what files say.
  var readsFiles: Bool { get }
  /// Comes to a scope from the one above, which was entered and not yet left.
  func enter(_ visited: VisitedScope)
  /// A scope directly below the one entered last could not be entered.
  func miss(_ problem: Diagnostic)
  /// Leaves the scope entered last: everything below it has been seen.
  func leave()
}

/// A scope to which the walk has come.
package struct VisitedScope {
  let place: any ScopePlace
  package let lineage: Lineage
  package let reading: ScopeReading
  /// Whether it was asked for, or only stands above what was.
  package let isAsked: Bool
  /// Whether it has no scopes below it, in any tree.
  package let isLast: Bool

  package var scope: Scope { lineage.scope }
}

/// Why a walk does not come to its end: more than anybody can wait for.
package enum WalkLimit: Error {
  case scopes(Int)
  case levels(Int)
}

/// The one walk over the scopes of all trees, depth first from the root: every directory is listed once,
/// every file read once, and what is behind the walk is let go.
package struct TreeWalk {
  /// Links to directories can make scopes without end out of few directories.
  package static let scopeLimit = 1_000_000

  private struct Stop {
    let place: any ScopePlace
    let lineage: Lineage
    let children: [[UInt8]]
    var next = 0
  }

  private let visitor: any ScopeVisitor
  private let limit: Int
  private var count = 0

  private init(_ visitor: any ScopeVisitor, _ limit: Int) {
    self.visitor = visitor
    self.limit = limit
  }

  /// Visits the last of some places, which lead to it from the root, and all below it; those on the way
  /// are entered for what they hand down.
  package static func run(
    along way: [any ScopePlace], _ visitor: any ScopeVisitor, limit: Int = scopeLimit
  ) throws(WalkLimit) {
    var walk = TreeWalk(visitor, limit)
    try walk.run(along: way)
  }

  private mutating func run(along way: [any ScopePlace]) throws(WalkLimit) {
    var lineage: Lineage?
    for place in way.dropLast() {
      lineage = try enter(place, below: lineage, isAsked: false).lineage
    }
    guard let asked = way.last else { return }
    var stops = [try enter(asked, below: lineage, isAsked: true)]
    while let last = stops.indices.last {
      guard stops[last].next < stops[last].children.count else {
        visitor.leave()
        stops.removeLast()
        continue
      }
      let name = stops[last].children[stops[last].next]
      stops[last].next += 1
      let (child, problems) = stops[last].place.child(name)
      for problem in problems { visitor.miss(problem) }
      // What is gone by now is no scope.
      if let child {
        stops.append(try enter(child, below: stops[last].lineage, isAsked: true))
      }
    }
    for _ in way.dropLast() { visitor.leave() }
  }

  private mutating func enter(
    _ place: any ScopePlace, below above: Lineage?, isAsked: Bool
  ) throws(WalkLimit) -> Stop {
    if isAsked { count += 1 }
    guard count <= limit else { throw .scopes(limit) }
    let reading = visitor.readsFiles ? place.read() : place.list()
    let lineage: Lineage
    do throws(TooManyLevels) {
      lineage = try Lineage(place.scope, reading.levels, below: above)
    } catch { throw .levels(error.limit) }
    let children = place.childNames
    visitor.enter(
      VisitedScope(
        place: place, lineage: lineage, reading: reading, isAsked: isAsked, isLast: children.isEmpty
      ))
    return Stop(place: place, lineage: lineage, children: children)
  }
}
