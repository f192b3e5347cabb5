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
