import Cascade
import FileTree

/// The root as it was, open.
package struct FormerRoot {
  let folder: any TreeFolder
  /// How the caller names it.
  let name: [UInt8]
  /// What stands before its paths.
  package let prefix: [UInt8]
  /// The revision that it is, if it is one.
  var revision: RevisionTree?

  /// Opens it; a revision is looked for around the root as it is now.
  init(
    _ tree: FormerTree, of root: Folder, _ session: Session, _ remarks: Remarks
  ) throws(Failure) {
    name = tree.name
    switch tree {
    case .directory(let path):
      do throws(FileError) {
        folder = try FileTree.open(path, from: session.workingDirectory).root
      } catch { throw .file(error, .former) }
      prefix = TreePaths.prefix(path)
    case .revision(let name, let isMergeBase):
      let git = try Git.around(root, session, remarks)
      let (tree, prefix) = try git.open(name, isMergeBase: isMergeBase)
      folder = tree.root
      revision = tree
      self.prefix = prefix
    }
  }
}
