import Cascade
import Trees

extension TreeReader {
  /// Whether `$required` does not apply to a leaf scope: it is abstract, lacks facts, or other scopes inherit from it
  /// (T12).
  func asksNothing(of view: View) throws(Failure) -> Bool {
    let scope = view.scope
    let isAbstract = view.lineage.levels.contains { $0.isAbstract && scope.isIn($0.scope) }
    if isAbstract || lacksFacts(scope) { return true }
    let heirs = InheritorSearch(of: scope)
    try walk(from: .root, heirs)
    return heirs.isFound
  }
}

/// Finds a scope that inherits from another scope by a further parent.
private final class InheritorSearch: ScopeVisitor {
  private let scope: Scope
  private(set) var isFound = false

  init(of scope: Scope) { self.scope = scope }

  func enter(_ visited: VisitedScope) {
    guard !isFound, visited.lineage.hasFurtherParents, visited.scope != scope else { return }
    isFound = visited.lineage.levels.contains { $0.scope == scope }
  }

  func miss(_ problem: Diagnostic) {}

  func leave() {}
}
