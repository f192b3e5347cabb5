import Cascade
import JSONSource

/// A value that cannot be evaluated in one of two snapshots, so that it cannot be compared.
package final class ImpactFailure: ScopedItem {
  package let key: Key
  package let side: Side
  package let problem: EvaluationError
  package let hasOther: Bool
  /// Whether it fails in both snapshots, which is left to `check`.
  let isInNeither: Bool
  /// The edits because of which one of the times alone has no value.
  var causes: [ImpactChange.Cause] = []

  init(
    _ key: Key, _ side: Side, _ problem: EvaluationError, hasOther: Bool, isInNeither: Bool = false
  ) {
    (self.key, self.side, self.problem) = (key, side, problem)
    (self.hasOther, self.isInNeither) = (hasOther, isInNeither)
  }

  package func diagnostics(in scope: Scope) -> [Diagnostic] {
    problem.diagnostics.map { $0.asked(in: scope) }
  }
}
