import Cascade
import JSONSource

/// A value that cannot be worked out in one of two times, so that nobody knows whether it differs.
package final class ImpactFailure: Spread {
  package let key: Key
  package let side: Side
  package let problem: Unresolved
  /// Whether the other time has a value there.
  package let hasOther: Bool
  /// Whether it can be worked out in neither time, which is for check to tell.
  let isInNeither: Bool
  /// The edits because of which one of the times alone has no value.
  var causes: [ImpactChange.Cause] = []

  init(
    _ key: Key, _ side: Side, _ problem: Unresolved, hasOther: Bool, isInNeither: Bool = false
  ) {
    (self.key, self.side, self.problem) = (key, side, problem)
    (self.hasOther, self.isInNeither) = (hasOther, isInNeither)
  }

  /// What is told of it in one of its scopes.
  package func diagnostics(in scope: Scope) -> [Diagnostic] {
    problem.diagnostics.map { $0.asked(in: scope) }
  }
}
