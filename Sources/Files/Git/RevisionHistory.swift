import SystemCalls

/// The commits reachable from a commit, with the tree of the root in each.
package final class RevisionHistory {
  package let start: ObjectID
  package let blobs: BlobReader
  private let commits: CommitStream
  private let path: [FileName]
  private let isShallow: Bool
  /// In reverse order.
  private var nextCommits: [CommitStream.Commit] = []
  /// The commits that `nextCommits` is taken from.
  private var currentWindow: [CommitStream.Commit] = []
  private var windows: [Window] = []
  private var tops: [ObjectID: ObjectID] = [:]

  /// Commits whose objects are being requested, level by level.
  /// With a single window, `log` of a key over 5,000 packed commits takes 1.5 times as long.
  private struct Window {
    let commits: [CommitStream.Commit]
    /// Parents that are not in a window.
    let parents: [ObjectID]
    var depth = 0
    /// First on the path to the root; then below it, with the trace to compare with.
    var objects: [ObjectID] = []
    var wanted: [RevisionTrace.Directory] = []
    var isWhole = false
  }

  /// Later windows delay the next answer.
  private static let maxWindows = 4
  private var most = 1

  init(
    of start: ObjectID, _ commits: CommitStream, _ blobs: BlobReader, below path: [FileName],
    isShallow: Bool
  ) {
    (self.start, self.commits, self.blobs) = (start, commits, blobs)
    (self.path, self.isShallow) = (path, isShallow)
  }

  package func end() { commits.stop() }

  /// Objects that differ from `trace` are requested for the following commits.
  package func next(_ trace: RevisionTrace?) throws(GitError) -> CommitStream.Commit? {
    if nextCommits.isEmpty {
      try lookAhead(trace)
      if windows.isEmpty { return nil }
      var window = windows.removeFirst()
      while !window.isWhole { try advance(&window, trace) }
      for commit in currentWindow { tops[commit.id] = nil }
      currentWindow = window.commits
      nextCommits = window.commits.reversed()
    }
    return nextCommits.popLast()
  }

  /// Advances all windows by a level.
  private func lookAhead(_ trace: RevisionTrace?) throws(GitError) {
    for index in windows.indices { try advance(&windows[index], trace) }
    // Starts with a single window, so that the first commit is not delayed.
    most = currentWindow.isEmpty ? 1 : min(2 * most, Self.maxWindows)
    while windows.count < most {
      let commits = try commits.next(waits: windows.isEmpty)
      if commits.isEmpty { return }
      for commit in commits { tops[commit.id] = commit.tree }
      let parents = commits.lazy.flatMap(\.parents).filter { [tops] in tops[$0] == nil }
      windows.append(Window(commits: commits, parents: Array(parents)))
      blobs.expect(commits.map(\.tree) + parents)
    }
  }

  /// Reads requested directories, and requests those below them that differ.
  private func advance(_ window: inout Window, _ trace: RevisionTrace?) throws(GitError) {
    guard !window.isWhole, let trace else {
      window.isWhole = true
      return
    }
    var inner: [ObjectID] = []
    if window.depth == 0 {
      for parent in window.parents {
        if let top = try top(of: parent) { inner.append(top) }
      }
      window.objects = window.commits.map(\.tree) + inner
    } else if window.depth <= path.count {
      var seen: Set<ObjectID> = []
      for object in window.objects {
        if let next = try directory(path[window.depth - 1], in: object),
          seen.insert(next).inserted
        {
          inner.append(next)
        }
      }
      window.objects = inner
    } else {
      if window.depth == path.count + 1 { window.wanted = window.objects.map { (trace, $0) } }
      var wanted: [RevisionTrace.Directory] = []
      var seen: Set<ObjectID> = []
      for (trace, object) in window.wanted {
        let found = try reading(try trace.differences(in: object, blobs))
        inner += found.files
        wanted += found.directories.filter { seen.insert($0.object).inserted }
      }
      window.wanted = wanted
      inner += seen
      window.isWhole = wanted.isEmpty
    }
    window.depth += 1
    blobs.expect(inner)
  }

  /// nil if the root did not exist. Renames are not followed.
  package func root(in commit: CommitStream.Commit) throws(GitError) -> ObjectID? {
    try root(below: commit.tree)
  }

  package func root(in commit: ObjectID) throws(GitError) -> ObjectID? {
    guard let top = try top(of: commit) else { return nil }
    return try root(below: top)
  }

  /// Whether everything that the trace read is equal.
  package func holds(_ trace: RevisionTrace?, in root: ObjectID) throws(GitError) -> Bool {
    guard let trace else { return false }
    return try reading(try trace.holds(in: root, blobs))
  }

  /// Whether the commit has parents that a shallow clone lacks.
  package func lacksParents(_ commit: CommitStream.Commit) throws(GitError) -> Bool {
    guard isShallow, commit.parents.isEmpty, try root(in: commit) != nil else { return false }
    let lines = try text(of: commit.id).split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.prefix { !$0.isEmpty }.contains { $0.starts(with: "parent ".utf8) }
  }

  private func root(below top: ObjectID) throws(GitError) -> ObjectID? {
    var object = top
    for name in path {
      guard let next = try directory(name, in: object) else { return nil }
      object = next
    }
    return object
  }

  private func directory(_ name: FileName, in object: ObjectID) throws(GitError) -> ObjectID? {
    var entries = TreeObject(try reading(try blobs.bytes(of: object, .tree)), of: object)
    while let entry = try reading(try entries.next()) {
      if entry.kind == .directory && entry.name.elementsEqual(name) { return entry.object }
    }
    return nil
  }

  /// The first line of a commit is `tree ID`.
  private func top(of commit: ObjectID) throws(GitError) -> ObjectID? {
    if let next = nextCommits.last, next.id == commit { return next.tree }
    if let known = tops[commit] { return known }
    let line = try text(of: commit).prefix { $0 != 0x0A }
    return line.starts(with: "tree ".utf8) ? ObjectID(letters: line.dropFirst(5)) : nil
  }

  private func text(of commit: ObjectID) throws(GitError) -> [UInt8] {
    try reading(try blobs.bytes(of: commit, .commit))
  }

  private func reading<T>(_ body: @autoclosure () throws(FileError.Kind) -> T) throws(GitError) -> T
  {
    do throws(FileError.Kind) { return try body() } catch { throw failure(error) }
  }

  /// An incomplete or corrupt history.
  package func failure(_ error: FileError.Kind) -> GitError {
    switch error {
    case .tooLarge: .message("a git object of the history is too large")
    case .brokenObject(let id):
      .message(
        "git object \(String(decoding: id, as: UTF8.self)) is corrupt", notes: ["see 'git fsck'"])
    case .unreadableObjects(let words):
      .message(
        "cannot read git objects",
        notes: ["git says: \(String(decoding: words, as: UTF8.self))"])
    default:
      .message(
        "a git object of the history is missing",
        notes: [
          isShallow
            ? "this clone is shallow; use 'git fetch --unshallow'"
            : "see 'git fsck'; complete a partial clone with 'git fetch --refetch --no-filter'"
        ])
    }
  }
}
