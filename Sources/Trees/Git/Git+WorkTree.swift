import SafeText
import SystemCalls

extension Git {
  /// Ignored files and sparse checkouts explain a difference between disk and index.
  /// The search is limited in time, because only a note depends on it.
  fileprivate func workTreeRemarks(_ path: [FileName], _ rules: Rules) -> [String] {
    var remarks: [String] = []
    let ignoring = ["--others", "--ignored", "--exclude-standard"]
    func first(_ arguments: [String], below way: [FileName]) -> [FileName]? {
      self.first(arguments, below: way) { rules.takes(fileAt: Array($0.dropFirst(path.count))) }
    }
    if let left = first(["-t", "--cached"], below: path) {
      remarks.append(
        "files such as \(Printable.quoted(left.joinedPath)) are not checked out (sparse checkout)"
      )
    }
    // Ignored directories end with a slash. The first that is a scope is searched.
    var directory: [FileName]?
    var ignored = self.first(ignoring + ["--directory"], below: path) { way in
      guard way.last == [] else { return rules.takes(fileAt: Array(way.dropFirst(path.count))) }
      if directory == nil, rules.takes(scopeAt: Array(way.dropFirst(path.count).dropLast())) {
        directory = way.dropLast()
      }
      return false
    }
    if ignored == nil, let directory { ignored = first(ignoring, below: directory) }
    if let ignored {
      remarks.append(
        "git ignores files such as \(Printable.quoted(ignored.joinedPath))")
    }
    return remarks
  }

  /// With `-t`, only skip-worktree entries count.
  private func first(
    _ arguments: [String], below path: [FileName], where isMeant: ([FileName]) -> Bool
  ) -> [FileName]? {
    let isMarked = arguments.contains("-t")
    let child = try? start(
      ["ls-files", "-z"] + arguments,
      [Array("--".utf8)] + (path.isEmpty ? [] : [path.joinedPath]), atTop: true)
    guard let child else { return nil }
    defer { child.stop() }
    var rest: [UInt8] = []
    var count = 0
    while (try? child.serve { !child.output.isEmpty }) != nil, !child.output.isEmpty {
      count += child.output.count
      if count > RevisionTree.maxBytes { return nil }
      rest += child.output
      child.output = []
      var start = 0
      while let end = rest[start...].firstIndex(of: 0) {
        var entry = rest[start..<end]
        start = end + 1
        if isMarked {
          guard entry.starts(with: "S ".utf8) else { continue }
          entry = entry.dropFirst(2)
        }
        let names = entry.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
          .map(Array.init)
        if isMeant(names) { return names }
      }
      rest.removeSubrange(..<start)
    }
    return nil
  }
}

extension Snapshot {
  package func remarkOnWorkTree(_ session: Session, _ remarks: MessageHandlers) {
    guard let disk, let git = try? Git.around(disk, session, .none).withShortTimeout,
      let path = (try? git.directory.position()) ?? nil
    else { return }
    let words = git.workTreeRemarks(path, trees[0].rules)
    if words.isEmpty { return }
    remarks.note(
      words.joined(separator: "; ") + "; '--at HEAD' or '--staged' reads only what git has")
  }
}
