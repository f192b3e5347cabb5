import Cascade
import Sessions
import Snapshots

/// Two scopes that are compared, or one at two times.
package struct Comparison {
  package let from: Evaluation
  package let to: Evaluation
  /// The time of the first, if it is another one.
  package var former: World?
  /// How the caller names the first one's tree, if that is another one.
  package var tree: TreeTime?
  /// How the caller names the second one's, if that is not the disk's.
  package var asked: TreeTime?
  /// Whether it is one scope of the tree that is watched, as it was and as it is.
  var isOneScope = false

  package init(
    from: Evaluation, to: Evaluation, former: World? = nil, tree: TreeTime? = nil,
    isOneScope: Bool = false
  ) {
    (self.from, self.to, self.former, self.tree) = (from, to, former, tree)
    self.isOneScope = isOneScope
  }
}
