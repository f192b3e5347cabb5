import Cascade
import FileTree

/// What one look found in all trees: enough to ask them again as they were then, and no more.
final class TreesRecord {
  private var roots: [FolderRecord] = []

  /// What a tree's root holds, the root's tree first; nothing where nobody looked.
  subscript(number: Int) -> FolderRecord {
    while roots.count <= number { roots.append(FolderRecord()) }
    return roots[number]
  }

  /// The same, but for what another record has as a scope's own files.
  func grafting(_ other: TreesRecord, at scope: Scope) -> TreesRecord {
    let copy = TreesRecord()
    copy.roots = roots.indices.map { self[$0].grafting(other[$0], at: scope.names[...]) }
    return copy
  }
}
