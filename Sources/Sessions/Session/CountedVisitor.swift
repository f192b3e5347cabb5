import Cascade

/// Passes a walk on to another visitor, and counts the scopes for whoever waits.
package final class CountedVisitor: ScopeVisitor {
  private let visitor: any ScopeVisitor
  private let progress: Progress

  package init(_ visitor: any ScopeVisitor, _ progress: Progress) {
    self.visitor = visitor
    self.progress = progress
  }

  package var readsFiles: Bool { visitor.readsFiles }

  package func enter(_ visited: VisitedScope) {
    visitor.enter(visited)
    progress.advance()
  }

  package func miss(_ problem: Diagnostic) { visitor.miss(problem) }

  package func leave() { visitor.leave() }
}

/// The same for a walk over two times of a tree.
package final class CountedPairVisitor: ScopePairVisitor {
  private let visitor: any ScopePairVisitor
  private let progress: Progress

  package init(_ visitor: any ScopePairVisitor, _ progress: Progress) {
    self.visitor = visitor
    self.progress = progress
  }

  package func enter(_ visited: Sides<VisitedScope?>) {
    visitor.enter(visited)
    progress.advance()
  }

  package func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem, side) }

  package func leave() { visitor.leave() }

  package var wantsMore: Bool { visitor.wantsMore }
}

/// Passes a walk over two times of a tree on to another visitor until time is up.
package final class TimedPairVisitor: ScopePairVisitor {
  private let visitor: any ScopePairVisitor
  private let clock: () -> Int
  private let end: Int?
  /// The scope that is to be seen with all below it, however long that takes.
  private var awaited: Scope?
  private var open: [Scope?] = []
  private var untilAsked = 0
  /// Whether the walk ended before it had seen everything.
  package private(set) var isOver = false

  /// `limit` is in milliseconds from now; nil is no limit.
  package init(
    _ visitor: any ScopePairVisitor, _ session: Session, limit: Int?, atLeast awaited: Scope? = nil
  ) {
    self.visitor = visitor
    self.awaited = awaited
    clock = session.clock
    end = limit.map { session.clock() + $0 }
  }

  package func enter(_ visited: Sides<VisitedScope?>) {
    open.append((visited.to ?? visited.from)?.scope)
    visitor.enter(visited)
  }

  package func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem, side) }

  package func leave() {
    if let scope = open.popLast(), scope == awaited { awaited = nil }
    visitor.leave()
  }

  /// Asked before each scope.
  package var wantsMore: Bool {
    guard let end, awaited == nil, !isOver else { return !isOver }
    untilAsked -= 1
    guard untilAsked <= 0 else { return true }
    untilAsked = 16
    isOver = clock() >= end
    return !isOver
  }
}
