import Cascade

/// Nodes of two times that were found to be equal, as long as those stand who have them: what a scope takes
/// over as it is from the one above need not be compared again.
package final class EqualNodes {
  /// Two nodes in which nothing is computed.
  struct Pair: Hashable {
    private let from: ObjectIdentifier
    private let to: ObjectIdentifier

    /// Nil where more than the nodes tells whether they are equal.
    init?(_ from: ValueCursor, _ to: ValueCursor) {
      guard let one = from.plainNode, let other = to.plainNode else { return nil }
      (self.from, self.to) = (ObjectIdentifier(one), ObjectIdentifier(other))
    }
  }

  private var pairs: Set<Pair> = []

  func contains(_ pair: Pair) -> Bool { pairs.contains(pair) }

  func insert(_ pair: Pair) { pairs.insert(pair) }
}
