import Cascade
import JSONSource

/// A value that cannot be worked out in one of two times, so that nobody knows whether it differs.
package struct ImpactFailure {
  package let key: Key
  package let side: Side
  package let problem: Unresolved
  /// Whether the other time has a value there.
  package let hasOther: Bool
  /// The number of the scope.
  let number: Int
}
