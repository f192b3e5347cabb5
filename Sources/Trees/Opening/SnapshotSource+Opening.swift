extension Snapshot {
  package func history(
    of name: [UInt8], without excluded: [UInt8]?, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> RevisionHistory? {
    guard let disk else { throw .message("a revision of the tree has no other revisions") }
    return try Git.around(disk, session, remarks).history(of: name, without: excluded)
  }
}

extension Snapshot {
  package func lineHistory(
    _ asked: SnapshotSource?, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> LineHistory {
    guard let disk else { throw .message("a revision of the tree has no other revisions") }
    let git = try Git.around(disk, session, remarks)
    if let asked {
      let name = asked.isStaged ? Array("HEAD".utf8) : asked.name
      return try git.lineHistory(of: name, as: trees[0].root) { _ in nil }
    }
    return try Self.lineHistory(in: git, disk, session, remarks)
  }

  /// Submodules have their own history.
  private static func lineHistory(
    in git: Git, _ folder: Folder, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> LineHistory {
    try git.lineHistory(of: Array("HEAD".utf8), as: folder) { (way) throws(Failure) in
      let module: Folder
      do throws(FileError) {
        module = try folder.root(below: way)
        guard let found = try session.gitDirectory(around: module),
          !found.hasSameTop(as: git.directory)
        else { return nil }
      } catch { throw .file(error, .tree(0)) }
      return try lineHistory(
        in: try Git.around(module, session, remarks), module, session, remarks)
    }
  }
}

extension SnapshotSource {
  /// Also returns the prefix of paths. A merge base is with `asked`, or with HEAD.
  package func open(
    _ present: Snapshot, besides asked: SnapshotSource? = nil, _ session: Session,
    _ remarks: MessageHandlers
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
    of present: Snapshot, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> Git {
    guard let root = present.disk else {
      throw .message("a revision of the tree has no other revisions")
    }
    return try Git.around(root, session, remarks)
  }
}
