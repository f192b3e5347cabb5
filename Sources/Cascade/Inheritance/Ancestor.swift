/// Why a scope has a say in another one below which it does not stand.
package struct ParentReason {
  package let parent: Parent
  /// The scope that inherits from it, which has a say, too, or is the one that is asked.
  package let heir: Scope
}

/// A scope that has a say in another one: what its files say, and from which scopes it inherits itself.
package final class Ancestor {
  package let scope: Scope
  /// One for each tree, the root's first.
  package let levels: [Level]
  /// From which it inherits, the nearest first; none where nothing says so.
  private let said: [Parent]
  /// What the templates of the rules that match it give.
  package let ruled: [RuledParent]
  /// The nearest first.
  package private(set) lazy var parents: [Parent] =
    said.isEmpty ? scope.above.map { [Parent($0)] } ?? [] : said
  /// What keeps its files from being read.
  private let unread: [Diagnostic]
  /// What keeps its parents from being found, the nearest first.
  var missed: [Diagnostic] { missedLast.reversed() }
  private var missedLast: [Diagnostic] = []
  private var missedPlaces: Set<SourceRange.ID> = []
  /// From whom it inherits, once that is known.
  var order: ScopeOrder?
  /// Whether the way to its order is being followed.
  var isOpen = false
  /// Whether everybody who inherits from the scope takes this for it.
  var isKnown = false
  /// The number of the last order to which it was added.
  var turn = 0

  package init(
    _ scope: Scope, _ levels: [Level], _ parents: [Parent], byRule ruled: [RuledParent] = [],
    problems: [Diagnostic] = []
  ) {
    (self.scope, self.levels, said, self.ruled) = (scope, levels, parents, ruled)
    unread = problems
  }

  /// Takes note, once, of a parent that cannot be found; the farthest comes first.
  func miss(_ problem: Diagnostic) {
    if let place = problem.place, !missedPlaces.insert(place.id).inserted { return }
    missedLast.append(problem)
  }

  /// What keeps it from being known as a whole.
  var problems: [Diagnostic] { unread + missed }

  /// Whether it has the same levels as another one.
  func isSame(as other: Ancestor) -> Bool {
    self === other
      || scope == other.scope && levels.count == other.levels.count
        && zip(levels, other.levels).allSatisfy { $0 === $1 }
  }

  /// Whether it inherits from the scope above alone.
  var isPlain: Bool { said.allSatisfy { $0.place == nil } }
}

extension Lineage {
  /// What every template gives that matches the scope or one that it inherits from, the nearest first.
  package var ruledParents: [(scope: Scope, ruled: RuledParent)] {
    ancestors.reversed().flatMap { ancestor in ancestor.ruled.map { (ancestor.scope, $0) } }
  }

  /// The same of the scope alone.
  package var ownRuledParents: [RuledParent] { ancestors[ancestors.count - 1].ruled }
}
