import Cascade

/// Pairs of nodes of two snapshots that are equal.
/// A node that a descendant inherits is not compared again; the nodes must outlive this cache.
package final class EqualNodes {
  struct Pair: Hashable {
    private let from: ObjectIdentifier
    private let to: ObjectIdentifier

    /// Fails if a value depends on more than its node.
    init?(_ from: ValueCursor, _ to: ValueCursor) {
      guard let one = from.plainNode, let other = to.plainNode else { return nil }
      (self.from, self.to) = (ObjectIdentifier(one), ObjectIdentifier(other))
    }
  }

  private var pairs: Set<Pair> = []

  func contains(_ pair: Pair) -> Bool { pairs.contains(pair) }

  func insert(_ pair: Pair) { pairs.insert(pair) }
}
