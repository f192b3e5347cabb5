import Cascade

/// The trees at one time, and what works values out in them.
package final class TreeTime {
  package let trees: StoredTrees
  package let resolver: Resolver

  package init(_ trees: StoredTrees, reveals: Bool) {
    self.trees = trees
    resolver = Resolver(trees.names, trees, reveals: reveals)
  }
}
