import JSONSource

/// A value that cannot be worked out in one of two times, so that nobody knows whether it differs.
package struct ImpactFailure {
  package let key: Key
  package let side: Side
  package let problem: Unresolved
  /// The number of the scope.
  let number: Int
}
