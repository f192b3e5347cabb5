import Answers
import Cascade
import JSONSource

/// Passes a walk over two times of a tree on, and notes what is secret in a scope or below it: what is
/// written there is read there, too.
package final class SecretsBelow: ScopePairVisitor {
  package let mask: ReportMask
  private let scope: Scope
  private let visitor: any ScopePairVisitor

  package init(_ scope: Scope, _ names: NameTable, _ visitor: any ScopePairVisitor) {
    (self.scope, self.visitor) = (scope, visitor)
    mask = ReportMask(names, reveals: false)
  }

  package func enter(_ visited: Sides<VisitedScope?>) {
    for visited in [visited.from, visited.to] {
      guard let lineage = visited?.lineage, lineage.scope.names.starts(with: scope.names) else {
        continue
      }
      mask.note(lineage.own.map(\.level))
    }
    visitor.enter(visited)
  }

  package func miss(_ problem: Diagnostic, _ side: Side) { visitor.miss(problem, side) }

  package func leave() { visitor.leave() }

  package var wantsMore: Bool { visitor.wantsMore }
}
