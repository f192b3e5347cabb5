import Cascade
import Trees

/// Two scopes to compare, or a scope at two revisions.
package struct Comparison {
  package let from: Evaluation
  package let to: Evaluation
  /// The trees of `from` if they are not the present trees.
  package var former: TreeReader?
  /// The revision or directory of `from` if it is not the present tree.
  package var tree: SnapshotSource?
  /// The revision of `to` if it is not the disk.
  package var asked: SnapshotSource?
  /// Whether a watched scope is compared with its former state.
  var isOneScope = false

  package init(
    from: Evaluation, to: Evaluation, former: TreeReader? = nil, tree: SnapshotSource? = nil,
    isOneScope: Bool = false
  ) {
    (self.from, self.to, self.former, self.tree) = (from, to, former, tree)
    self.isOneScope = isOneScope
  }
}
