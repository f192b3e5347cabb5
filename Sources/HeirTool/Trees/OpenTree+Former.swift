import Cascade
import FileTree

extension OpenTree {
  /// The same trees with the root as it was, and what stands before the paths in that.
  func opening(
    _ former: FormerTree, _ session: Session
  ) throws(Failure) -> (tree: OpenTree, prefix: [UInt8]) {
    switch former {
    case .directory(let path):
      let copy: FileTree
      do throws(FileError) {
        copy = try FileTree.open(path, from: session.workingDirectory)
      } catch { throw .file(error, .former) }
      return (try OpenTree(self, atRoot: copy.root, named: path), TreePaths.prefix(path))
    case .revision(let name, let isMergeBase):
      guard let rootFolder else { throw .message("there is no root") }
      let revision = try Git(in: rootFolder, session).open(name, isMergeBase: isMergeBase)
      let tree = try OpenTree(self, atRoot: revision.tree.root, named: name)
      tree.revision = revision.tree
      return (tree, revision.prefix)
    }
  }

  /// Says that scope after scope will be read, so that a revision fetches ahead.
  func expectWalk() { revision?.expectWalk(self[0].rules) }
}
