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

  var wantsMore: Bool { visitor.wantsMore }
}

/// Passes a walk over two times of a tree on to another visitor until time is up.
final class TimedPairVisitor: ScopePairVisitor {
  private let visitor: any ScopePairVisitor
  private let clock: () -> Int
  private let end: Int
  private var untilAsked = 0
  /// Whether the walk ended before it had seen everything.
  private(set) var isOver = false

  /// `limit` is in milliseconds from now.
  init(_ visitor: any ScopePairVisitor, _ session: Session, limit: Int) {
    self.visitor = visitor
    clock = session.clock
    end = clock() + limit
  }

  func enter(_ visited: Sides<VisitedScope?>) { visitor.enter(visited) }

  func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem, side) }

  func leave() { visitor.leave() }

  /// Asked before each scope, and once more behind the last one of each.
  var wantsMore: Bool {
    if isOver { return false }
    untilAsked -= 1
    guard untilAsked <= 0 else { return true }
    untilAsked = 16
    isOver = clock() >= end
    return !isOver
  }
}
