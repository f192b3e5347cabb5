import Cascade
import JSONSource

/// A scope to which a walk over a whole tree has come, with what holds there; what it takes over from the
/// scope above is shared with it.
final class WalkedScope {
  let visited: VisitedScope
  let view: View
  let asked: AskedScope
  /// Whether all files could be read on whose say it depends.
  let isCertain: Bool
  /// The keys that its own levels touch, and the exclusions on the way to it.
  private(set) lazy var touched = TouchedKeys(view)
  /// Whether anything may hold otherwise than in the scope above: nothing was asked there, or what is
  /// declared here also holds in the trees stacked on this one, from their roots on.
  let isNew: Bool
  /// Whether its own levels call something secret, on which values may draw that are no others than in the
  /// scope above.
  private(set) lazy var hidesSomething = visited.lineage.own.contains { own in
    own.level.hasMarkers && own.level.markers.contains { $0.directive == .secret }
  }
  // What is worked out in a scope is let go with it.
  private let resolver: Resolver

  init(
    _ visited: VisitedScope, _ names: NameTable, _ world: any ResolverWorld, reveals: Bool,
    isWhole: Bool? = nil, below above: WalkedScope?
  ) {
    self.visited = visited
    view = View(visited.lineage, names, above: above?.view)
    resolver = Resolver(names, world, reveals: reveals, above?.resolver.advice ?? KeyAdvice())
    asked = resolver.scope(view, hasCommandLine: false)
    isNew = above?.visited.isAsked != true || visited.lineage.declaresForOtherTrees
    isCertain = (above?.isCertain ?? true) && (isWhole ?? visited.reading.isWhole)
  }

  /// Everything under a key with what it depends on, but for the places that it drew on.
  func explained(
    _ key: Key
  ) -> (explanation: Explanation, failure: Unresolved?, reads: Reads) {
    do throws(Unresolved) {
      let (explanation, reads) = try asked.explainedWithReads(key)
      return (explanation, nil, reads)
    } catch {
      return (asked.explained(key), error, error.reads)
    }
  }
}

extension TouchedKeys {
  /// Whether a key may hold something else than in the scope above: its node was touched, or a node on the
  /// way to it that is no object, here or there, or was none before another tree's level.
  func reaches(
    _ path: ArraySlice<Name>, _ node: ViewNode?, _ above: ViewNode?, isStacked: Bool
  ) -> Bool {
    guard let name = path.first else { return true }
    guard let inner = member(name) else {
      if node?.isTop == true { return false }
      return isStacked || node?.isObject != true || above?.isObject != true
    }
    return inner.reaches(
      path.dropFirst(), node?.member(name), above?.member(name), isStacked: isStacked)
  }
}
