import Cascade
import FileTree

/// What one look found in all trees: enough to ask them again as they were then, and no more.
package final class TreesRecord {
  private var roots: [FolderRecord] = []
  private var rules: [Int: Rules] = [:]

  package init() {}

  /// What a tree's root holds, the root's tree first; nothing where nobody looked.
  subscript(number: Int) -> FolderRecord {
    while roots.count <= number { roots.append(FolderRecord()) }
    return roots[number]
  }

  /// Keeps which names counted in a tree.
  func note(_ rules: Rules, of tree: Int) { self.rules[tree] = rules }

  /// Whether the same names counted.
  func had(_ rules: Rules, in tree: Int) -> Bool { self.rules[tree] == rules }

  /// All of them.
  package var all: [FolderRecord] { roots }

  /// Whether another record has the very same of a scope and of all below it.
  package func isSame(as other: TreesRecord, at scope: Scope) -> Bool {
    roots.count == other.roots.count
      && zip(roots, other.roots).allSatisfy {
        $0.record(at: scope.names) === $1.record(at: scope.names)
      }
  }

  /// The same, but for what another record has as a scope's own files.
  package func grafting(_ other: TreesRecord, at scope: Scope) -> TreesRecord {
    let copy = TreesRecord()
    copy.roots = roots.indices.map { self[$0].grafting(other[$0], at: scope.names[...]) }
    return copy
  }
}
