import FileTree
import Snapshots

extension Snapshot {
  /// The commits that lead to a revision of the repository around the root, without those that lead to another one.
  package func history(
    of name: [UInt8], without excluded: [UInt8]?, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> RevisionHistory {
    guard let disk else { throw .message("another time of the tree has no other times") }
    return try Git.around(disk, session, remarks).history(of: name, without: excluded)
  }
}

extension Snapshot {
  /// Who wrote the lines of the root's files, up to the asked revision or the one that is checked out.
  package func lineHistory(
    _ asked: TreeTime?, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> LineHistory {
    guard let disk else { throw .message("another time of the tree has no other times") }
    let name = asked?.isStaged == false ? asked?.name : nil
    return try Git.around(disk, session, remarks).lineHistory(
      of: name ?? Array("HEAD".utf8), as: trees[0].root)
  }
}

extension TreeTime {
  /// Opens the root at this time, and what stands before its paths; a revision is of the repository around the
  /// root on the disk, and parted from the `asked` one where that is what is meant.
  package func open(
    _ present: Snapshot, besides asked: TreeTime? = nil, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> (root: any TreeFolder, prefix: [UInt8]) {
    switch self {
    case .directory(let path):
      do throws(FileError) {
        return (
          try Folder.root(path, from: session.workingDirectory), TreePaths.prefix(path)
        )
      } catch { throw .file(error, .former) }
    case .revision(let name, let isMergeBase):
      let git = try git(of: present, session, remarks)
      guard isMergeBase else { return try git.open(name) }
      guard case .revision(let other, _)? = asked else { return try git.open(name, parting: head) }
      return try git.open(name, parting: other)
    case .staged: return try git(of: present, session, remarks).openIndex(session)
    }
  }

  private var head: [UInt8] { Array("HEAD".utf8) }

  private func git(
    of present: Snapshot, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> Git {
    guard let root = present.disk else {
      throw .message("another time of the tree has no other times")
    }
    return try Git.around(root, session, remarks)
  }
}
