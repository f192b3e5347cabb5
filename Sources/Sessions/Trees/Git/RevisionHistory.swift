import FileTree
import Snapshots
import SystemCalls

/// The commits that lead to one, and the root's tree in each of them.
package final class RevisionHistory {
  /// The last of them.
  package let start: [UInt8]
  /// Where objects are read.
  package let blobs: any BlobStore
  private let git: Git
  private let excluded: [UInt8]?
  private var commits: CommitStream?
  /// The root's path from the top of the work tree.
  private let path: [[UInt8]]
  private let reader: BlobReader
  private let isShallow: Bool

  init(
    _ git: Git, from start: [UInt8], without excluded: [UInt8]?, path: [[UInt8]], isShallow: Bool
  ) {
    (self.git, self.start, self.excluded) = (git, start, excluded)
    reader = BlobReader(git)
    blobs = reader
    (self.path, self.isShallow) = (path, isShallow)
  }

  /// Patterns of git's for what was read of a tree; nil for that of no root, which may come to be.
  package func patterns(of tree: RevisionTree?) -> [[UInt8]] {
    let root = path.flatMap { $0 + [UInt8(ascii: "/")] }
    return tree?.patterns(below: root) ?? [root + Array("**".utf8)]
  }

  /// Begins anew, with commits alone that touch what patterns fit.
  package func begin(touching patterns: [[UInt8]]) throws(Failure) {
    commits?.stop()
    commits = try CommitStream(git, from: start, without: excluded, touching: patterns)
  }

  /// Lets go of git.
  package func end() { commits?.stop() }

  /// The next commit, once what is wanted of it and of those behind it is asked for: what was read when `trace` was
  /// made.
  package func next(_ trace: RevisionTrace?) throws(Failure) -> CommitStream.Commit? {
    guard let commits else { return nil }
    let commit = try commits.next()
    if commits.isFirstOfMany { try expect(commits.ahead, trace) }
    return commit
  }

  /// The object of the root's directory in a commit; nil where there is no such directory. Paths follow no renames.
  package func root(in commit: CommitStream.Commit) throws(Failure) -> [UInt8]? {
    try reading { () throws(BlobError) -> [UInt8]? in try root(below: commit.tree) }
  }

  /// The same of a commit that is known by its name alone.
  package func root(in commit: [UInt8]) throws(Failure) -> [UInt8]? {
    try reading { () throws(BlobError) -> [UInt8]? in
      guard let top = try top(of: commit) else { return nil }
      return try root(below: top)
    }
  }

  /// Whether all that was read when a trace was made is the same in another directory.
  package func holds(_ trace: RevisionTrace?, in root: [UInt8]) throws(Failure) -> Bool {
    guard let trace else { return false }
    return try reading { () throws(BlobError) -> Bool in try trace.holds(in: root, blobs) }
  }

  /// Whether a commit without parents has some that this clone lacks.
  package func isCutOff(_ commit: CommitStream.Commit) throws(Failure) -> Bool {
    guard isShallow, commit.parents.isEmpty else { return false }
    let bytes = try reading { () throws(BlobError) -> [UInt8] in try text(of: commit.id) }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix { !$0.isEmpty }
      .contains { $0.starts(with: "parent ".utf8) }
  }

  /// Asks for what will be wanted of the commits that come next, level by level, so that nobody waits for each of
  /// them: the directories on the way to the root, and those that were read when `trace` was made.
  private func expect(
    _ commits: [CommitStream.Commit], _ trace: RevisionTrace?
  ) throws(Failure) {
    try reading { () throws(BlobError) in
      var objects = commits.map(\.tree)
      try reader.expect(commits.flatMap(\.parents))
      for parent in commits.flatMap(\.parents) {
        if let top = try top(of: parent) { objects.append(top) }
      }
      for name in path {
        try reader.expect(objects)
        var inner: [[UInt8]] = []
        for object in objects {
          if let directory = try directory(name, in: object) { inner.append(directory) }
        }
        objects = inner
      }
      guard let trace else { return }
      var wanted = objects.map { (trace: trace, object: $0) }
      while !wanted.isEmpty {
        try reader.expect(wanted.map(\.object))
        wanted = try trace.wanted(wanted, reader)
      }
    }
  }

  // MARK: Objects

  private func root(below top: [UInt8]) throws(BlobError) -> [UInt8]? {
    var object = top
    for name in path {
      guard let next = try directory(name, in: object) else { return nil }
      object = next
    }
    return object
  }

  private func directory(_ name: [UInt8], in object: [UInt8]) throws(BlobError) -> [UInt8]? {
    let bytes = try blobs.bytes(of: object, .tree)
    for entry in TreeObject(bytes, nameLength: object.count)
    where entry.isDirectory && entry.name.elementsEqual(name) { return entry.object }
    return nil
  }

  /// `tree ID` is the first line of a commit.
  private func top(of commit: [UInt8]) throws(BlobError) -> [UInt8]? {
    let line = try text(of: commit).prefix { $0 != 0x0A }
    return line.starts(with: "tree ".utf8) ? Array(line.dropFirst(5)) : nil
  }

  private func text(of commit: [UInt8]) throws(BlobError) -> [UInt8] {
    try blobs.bytes(of: commit, .commit)
  }

  private func reading<T>(_ body: () throws(BlobError) -> T) throws(Failure) -> T {
    do throws(BlobError) { return try body() } catch {
      switch error {
      case .missing, .tooLarge:
        throw .message(
          "git lacks an object of the history",
          notes: isShallow ? ["this clone is shallow; 'git fetch --unshallow' brings more"] : [])
      case .unreadable(let words):
        throw .message(
          "git's objects cannot be read",
          notes: ["git says: \(String(decoding: words, as: UTF8.self))"])
      }
    }
  }
}
