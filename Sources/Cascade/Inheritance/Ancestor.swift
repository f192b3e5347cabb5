/// A scope from which another one inherits, and what says so.
package struct Parent {
  package let scope: Scope
  /// Where that is said; nil for the scope above, of which nobody need say it.
  package let place: SourceRange?
  /// What a rule's template draws on, where a rule says it.
  package let drawn: [SourceRange]

  package init(_ scope: Scope, at place: SourceRange? = nil, drawing drawn: [SourceRange] = []) {
    (self.scope, self.place, self.drawn) = (scope, place, drawn)
  }

  /// All that says so.
  package var places: [SourceRange] { (place.map { [$0] } ?? []) + drawn }
}

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
  /// The nearest first.
  package let parents: [Parent]
  /// What keeps its files from being read, or its parents from being found.
  fileprivate(set) var problems: [Diagnostic]
  /// From whom it inherits, once that is known.
  var order: ScopeOrder?
  /// Whether the way to its order is being followed.
  var isOpen = false
  /// Whether everybody who inherits from the scope takes this for it.
  var isKnown = false
  /// The number of the last order to which it was added.
  fileprivate var turn = 0

  package init(
    _ scope: Scope, _ levels: [Level], _ parents: [Parent], problems: [Diagnostic] = []
  ) {
    (self.scope, self.levels, self.parents) = (scope, levels, parents)
    self.problems = problems
  }

  /// Takes note of a parent that cannot be found.
  func miss(_ problem: Diagnostic) { problems.append(problem) }

  /// Whether it inherits from the scope above alone.
  var isPlain: Bool { parents.allSatisfy { $0.place == nil } }
}

/// The scopes from which one inherits, the farthest first; all that inherit from the same have the same.
final class ScopeOrder {
  let ancestors: [Ancestor]
  /// The parents of which each is a parent, or more, of one that stands farther.
  let repeated: [Ancestor]
  /// What keeps something from being read in them.
  let problems: [Diagnostic]
  private var turn = 0

  /// The orders of parents one after the other, the farthest first, each without what is there already.
  init(_ parents: [Ancestor], _ turn: Int) {
    var ancestors: [Ancestor] = []
    var repeated: [Ancestor] = []
    func add(_ ancestor: Ancestor) {
      ancestor.turn = turn
      ancestors.append(ancestor)
    }
    for parent in parents {
      if parent.turn == turn {
        repeated.append(parent)
        continue
      }
      if let order = parent.order, order.turn != turn {
        order.turn = turn
        for ancestor in order.ancestors where ancestor.turn != turn { add(ancestor) }
      }
      add(parent)
    }
    (self.ancestors, self.repeated) = (ancestors, repeated)
    problems = ancestors.flatMap(\.problems)
  }
}
