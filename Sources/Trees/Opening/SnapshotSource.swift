import CommandSpec

/// The snapshot of the root's tree to read or compare with.
package enum SnapshotSource {
  case directory([UInt8])
  /// A git revision, or its merge base with the requested revision.
  case revision([UInt8], isMergeBase: Bool)
  case staged

  package static let options = Group(
    Option(
      "--against", type: .bytes("DIR", .directory),
      help: "Compare with the copy of the tree in DIR"),
    Option(
      "--since", type: .bytes("REV", .revision),
      help: "Compare with git revision REV of the tree"),
    make: { (directory, revision) throws(UsageError) -> SnapshotSource? in
      switch (directory, revision) {
      case (_?, _?): throw .conflictingOptions("--against", "--since")
      case (let directory?, nil): .directory(directory)
      case (nil, let revision?): .revision(revision, isMergeBase: false)
      case (nil, nil): nil
      }
    })

  package init?(at revision: [UInt8]?, isStaged: Bool) throws(UsageError) {
    if revision != nil && isStaged { throw .conflictingOptions("--at", "--staged") }
    if isStaged {
      self = .staged
    } else if let revision {
      self = .revision(revision, isMergeBase: false)
    } else {
      return nil
    }
  }

  package var isStaged: Bool { if case .staged = self { true } else { false } }

  package var name: [UInt8] {
    switch self {
    case .directory(let name), .revision(let name, _): name
    case .staged: Array("--staged".utf8)
    }
  }
}

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
