import Cascade

/// The trees at one time, and what works values out in them.
final class TreeTime {
  let trees: StoredTrees
  let resolver: Resolver

  init(_ trees: StoredTrees, reveals: Bool) {
    self.trees = trees
    resolver = Resolver(trees.names, trees, reveals: reveals)
  }
}
