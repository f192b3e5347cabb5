import Files

/// The git repository around the root on disk.
extension Snapshot {
  package func lineHistory(
    _ asked: SnapshotSource?, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> LineHistory {
    let (git, disk) = try git(session, remarks)
    let name = asked.map { $0.isStaged ? Array("HEAD".utf8) : $0.name } ?? Array("HEAD".utf8)
    return try asFailure(
      try git.lineHistory(
        of: name, as: asked == nil ? disk : trees[0].root, session.process, remarks))
  }

  package func git(
    _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> (git: Git, disk: Folder) {
    guard let disk else { throw .message("a revision of the tree has no other revisions") }
    return (try asFailure(try Git.around(disk, session.process, remarks)), disk)
  }

  package func isInRepository(_ session: Session) -> Bool {
    guard let disk else { return false }
    return ((try? session.process.gitDirectory(around: disk)) ?? nil) != nil
  }

  /// By tree number; each with a trailing slash.
  package func repositoryRoots(_ session: Session) -> [Int: [UInt8]] {
    var roots: [Int: [UInt8]] = [:]
    var first: GitDirectory?
    for number in trees.indices {
      guard let folder = folder(number),
        let found = (try? session.process.gitDirectory(around: folder)) ?? nil,
        number == 0 || first?.hasSameTop(as: found) == true,
        let names = (try? found.position()) ?? nil
      else { continue }
      if number == 0 { first = found }
      roots[number] = names.reduce(into: []) { $0 += $1 + [UInt8(ascii: "/")] }
    }
    return roots
  }

  package func remarkOnWorkTree(_ session: Session, _ remarks: MessageHandlers) {
    guard let disk, let git = try? Git.around(disk, session.process, .none).withShortTimeout,
      let path = (try? git.directory.position()) ?? nil
    else { return }
    let words = git.workTreeRemarks(path, trees[0].rules)
    if words.isEmpty { return }
    remarks.note(
      words.joined(separator: "; ") + "; '--at HEAD' or '--staged' reads only what git has")
  }
}
