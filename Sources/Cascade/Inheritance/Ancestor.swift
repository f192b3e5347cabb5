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
  /// The nearest first.
  package private(set) lazy var parents: [Parent] =
    said.isEmpty ? scope.above.map { [Parent($0)] } ?? [] : said
  /// What keeps its files from being read, or its parents from being found.
  let problems: [Diagnostic]
  /// The number of the last way through parents that came to it; even once it was left.
  var visit = 0

  package init(
    _ scope: Scope, _ levels: [Level], _ parents: [Parent], problems: [Diagnostic] = []
  ) {
    (self.scope, self.levels, said) = (scope, levels, parents)
    self.problems = problems
  }

  /// Whether it inherits from the scope above alone.
  var isPlain: Bool { said.allSatisfy { $0.place == nil } }
}
