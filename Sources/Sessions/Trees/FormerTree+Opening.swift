import FileTree
import Snapshots

extension FormerTree {
  /// Opens the root as it was, a revision of the repository around the root as it is now, and what stands
  /// before its paths.
  package func open(
    _ present: Snapshot, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> (root: any TreeFolder, prefix: [UInt8]) {
    switch self {
    case .directory(let path):
      do throws(FileError) {
        return (
          try Folder.root(path, from: session.workingDirectory), TreePaths.prefix(path)
        )
      } catch { throw .file(error, .former) }
    case .revision(let name, let isMergeBase):
      guard let root = present.disk else {
        throw .message("another time of the tree has no other times")
      }
      return try Git.around(root, session, remarks).open(name, isMergeBase: isMergeBase)
    }
  }
}
