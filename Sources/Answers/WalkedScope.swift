import Cascade

/// A scope visited by a walk of the whole tree, with its evaluation.
package final class WalkedScope {
  package let visited: VisitedScope
  package let inclusions: [Diagnostic]
  /// The first problem in reading the scope or its lineage.
  package let doubt: Diagnostic?
  package let inheritsAll: Bool
  package let isWhole: Bool
  /// The evaluation over all trees; released with the scope.
  package private(set) lazy var asked: Evaluation = asked(view, hasCommandLine: false)
  /// Whether a level that the parent lacks declares secrets; unchanged values may depend on them.
  private(set) lazy var hidesSomething = visited.added.contains { level in
    level.hasMarkers && level.markers.contains { $0.directive == .secret }
  }
  private let treeReader: any ResolverContext
  private let reveals: Bool
  private let advice: KeySuggestions
  private var resolver: Resolver?

  /// `opensAll` opens all inclusions, to find their errors; `advises` looks for near names of missing keys.
  package init(
    _ visited: VisitedScope, _ treeReader: any ResolverContext, reveals: Bool,
    opensAll: Bool = false, advises: Bool = true,
    below above: WalkedScope?
  ) {
    self.visited = visited
    inheritsAll = (above?.isCertain ?? true) && visited.unreadAbove == nil
    inclusions = opensAll ? visited.added.flatMap { $0.openInclusions(along: Key()) } : []
    isWhole = visited.reading.isWhole && inclusions.isEmpty
    doubt =
      visited.reading.problems.first ?? inclusions.first ?? visited.unreadAbove ?? above?.doubt
    (self.treeReader, self.reveals) = (treeReader, reveals)
    advice = above?.advice ?? KeySuggestions(searches: advises ? 10 : 0)
  }

  package func asked(_ view: View, hasCommandLine: Bool = true) -> Evaluation {
    // A finding on shared levels is reported for each scope, so it has no suggestions.
    let advice = visited.role == .shared ? KeySuggestions(searches: 0) : advice
    let made = Resolver(treeReader, reveals: reveals, advice)
    resolver = made
    return made.scope(view, hasCommandLine: hasCommandLine)
  }

  package func release() { resolver = nil }

  package var view: View { visited.view }

  package var delta: Delta { visited.delta }

  /// Whether the whole lineage could be read, so that values may be compared.
  package var isCertain: Bool { inheritsAll && isWhole }

  func explained(
    _ key: Key
  ) -> (explanation: Explanation, failure: EvaluationError?, reads: ReadSet) {
    do throws(EvaluationError) {
      let explanation = try asked.explain(key)
      return (explanation, nil, explanation.record.reads)
    } catch {
      return (asked.explained(key), error, error.reads)
    }
  }
}
