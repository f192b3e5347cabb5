import Files

/// The snapshot of the root's tree to read or compare with.
package enum SnapshotSource {
  case directory([UInt8])
  /// A git revision, or its merge base with the requested revision.
  case revision([UInt8], isMergeBase: Bool)
  case staged

  package var isStaged: Bool { if case .staged = self { true } else { false } }

  package var name: [UInt8] {
    switch self {
    case .directory(let name), .revision(let name, _): name
    case .staged: Array("--staged".utf8)
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
      let root = try about(.former, try Folder.root(path, from: session.workingDirectory))
      return (root, TreePaths.prefix(path))
    case .revision(let name, let isMergeBase):
      let git = try present.git(session, remarks).git
      guard isMergeBase else { return try asFailure(try git.open(name)) }
      if case .revision(let other, _)? = asked {
        return try asFailure(try git.open(name, parting: other))
      }
      return try asFailure(try git.open(name, parting: Array("HEAD".utf8)))
    case .staged:
      let git = try present.git(session, remarks).git
      return try asFailure(try git.openIndex(session.process))
    }
  }
}
