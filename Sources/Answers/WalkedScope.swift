import Cascade
import JSONSource

/// A scope to which a walk over a whole tree has come, as somebody asks it.
package final class WalkedScope {
  package let visited: VisitedScope
  /// What it includes and cannot, where all of it was opened.
  package let inclusions: [Diagnostic]
  /// What keeps it, or what it inherits, from being read as a whole.
  package let doubt: Diagnostic?
  /// Whether everything that it inherits could be read.
  package let inheritsAll: Bool
  /// What all trees together give, worked out; it is let go with the scope.
  package private(set) lazy var asked: Evaluation = asked(view, hasCommandLine: false)
  /// Whether a level calls something secret that has no say in the scope above; values may draw on it that are
  /// no others than there.
  private(set) lazy var hidesSomething = visited.added.contains { level in
    level.hasMarkers && level.markers.contains { $0.directive == .secret }
  }
  private let world: any ResolverWorld
  private let reveals: Bool
  private let advice: KeyAdvice
  private var resolver: Resolver?

  /// `opensAll` looks whether everything that its files include can be.
  package init(
    _ visited: VisitedScope, _ world: any ResolverWorld, reveals: Bool, opensAll: Bool = false,
    below above: WalkedScope?
  ) {
    self.visited = visited
    inheritsAll = (above?.isCertain ?? true) && visited.unreadAbove == nil
    inclusions = opensAll ? visited.added.flatMap { $0.openInclusions(along: Key()) } : []
    let problems = visited.reading.isWhole ? [] : visited.reading.problems
    doubt = problems.first ?? inclusions.first ?? visited.unreadAbove ?? above?.doubt
    (self.world, self.reveals) = (world, reveals)
    advice = above?.advice ?? KeyAdvice()
  }

  /// The same with another view of it.
  package func asked(_ view: View, hasCommandLine: Bool = true) -> Evaluation {
    // What several scopes inherit is told of each of them.
    let advice = visited.role == .shared ? KeyAdvice(searches: 0) : advice
    let made = Resolver(visited.place.names, world, reveals: reveals, advice)
    resolver = made
    return made.scope(view, hasCommandLine: hasCommandLine)
  }

  /// Lets go what was worked out: nothing is asked any more.
  package func letGo() { resolver = nil }

  package var view: View { visited.view }

  package var delta: Delta { visited.delta }

  /// Whether all of its own files could be read.
  package var isWhole: Bool { visited.reading.isWhole && inclusions.isEmpty }

  /// Whether nothing unread stands behind what holds here, so that values may be compared: what a file that
  /// cannot be read would have said is unknown.
  package var isCertain: Bool { inheritsAll && isWhole }

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
