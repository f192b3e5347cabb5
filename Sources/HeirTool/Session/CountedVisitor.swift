import Cascade

/// Passes a walk on to another visitor, and counts the scopes for whoever waits.
final class CountedVisitor: ScopeVisitor {
  private let visitor: any ScopeVisitor
  private let progress: Progress

  init(_ visitor: any ScopeVisitor, _ progress: Progress) {
    self.visitor = visitor
    self.progress = progress
  }

  var readsFiles: Bool { visitor.readsFiles }

  func enter(_ visited: VisitedScope) {
    visitor.enter(visited)
    progress.advance()
  }

  func miss(_ problem: Diagnostic) { visitor.miss(problem) }

  func leave() { visitor.leave() }
}

/// The same for a walk over two times of a tree.
final class CountedPairVisitor: ScopePairVisitor {
  private let visitor: any ScopePairVisitor
  private let progress: Progress

  init(_ visitor: any ScopePairVisitor, _ progress: Progress) {
    self.visitor = visitor
    self.progress = progress
  }

  func enter(_ visited: Sides<VisitedScope?>) {
    visitor.enter(visited)
    progress.advance()
  }

  func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem, side) }

  func leave() { visitor.leave() }
}
