/// The order of levels: the root's tree first, the command line last; in a tree from the root down.
struct Rank: Comparable {
  let tree: Int
  let depth: Int

  static let commandLine = Rank(tree: .max, depth: 0)

  static func < (left: Rank, right: Rank) -> Bool {
    left.tree == right.tree ? left.depth < right.depth : left.tree < right.tree
  }
}
