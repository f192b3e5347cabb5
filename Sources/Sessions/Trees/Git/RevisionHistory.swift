import FileTree
import Snapshots
import SystemCalls

/// The commits that lead to one, and the root's tree in each of them.
package final class RevisionHistory {
  /// The last of them.
  package let start: ObjectID
  /// Where objects are read.
  package let blobs: any BlobStore
  private let reader: BlobReader
  private let commits: CommitStream
  /// The root's path from the top of the work tree.
  private let path: [[UInt8]]
  private let isShallow: Bool
  /// Those that come next, the first last.
  private var here: [CommitStream.Commit] = []
  /// Those behind them, whose tops are asked for.
  private var ahead: [CommitStream.Commit] = []
  /// The objects of their directories at the top, by their names.
  private var tops: (here: [ObjectID: ObjectID], ahead: [ObjectID: ObjectID]) = ([:], [:])

  init(
    _ git: Git, from start: [UInt8], without excluded: [UInt8]?, path: [[UInt8]], isShallow: Bool
  ) throws(Failure) {
    self.start = ObjectID(letters: start[...])
    reader = BlobReader(git)
    blobs = reader
    commits = try CommitStream(
      git, from: start, without: excluded, below: Array(path.joined(separator: "/".utf8)))
    (self.path, self.isShallow) = (path, isShallow)
  }

  /// Lets go of git.
  package func end() { commits.stop() }

  /// The next commit; what was read when `trace` was made will be wanted of it and of those behind it, where it is
  /// another one.
  package func next(_ trace: RevisionTrace?) throws(Failure) -> CommitStream.Commit? {
    if here.isEmpty {
      if ahead.isEmpty { try lookAhead() }
      here = ahead.reversed()
      try expect(ahead, trace)
      try lookAhead()
    }
    return here.popLast()
  }

  /// While commits are asked, git gets the tops of those behind them, and the parents that are not told of.
  private func lookAhead() throws(Failure) {
    ahead = try commits.next()
    tops = (tops.ahead, [:])
    for commit in ahead { tops.ahead[commit.id] = commit.tree }
    let parents = ahead.lazy.flatMap(\.parents).filter { [tops] in tops.ahead[$0] == nil }
    try reading { () throws(BlobError) in try reader.expect(ahead.map(\.tree) + parents) }
  }

  /// The object of the root's directory in a commit; nil where there is no such directory. Paths follow no renames.
  package func root(in commit: CommitStream.Commit) throws(Failure) -> ObjectID? {
    try reading { () throws(BlobError) -> ObjectID? in try root(below: commit.tree) }
  }

  /// The same of a commit that is known by its name alone.
  package func root(in commit: ObjectID) throws(Failure) -> ObjectID? {
    try reading { () throws(BlobError) -> ObjectID? in
      guard let top = try top(of: commit) else { return nil }
      return try root(below: top)
    }
  }

  /// Whether all that was read when a trace was made is the same in another directory.
  package func holds(_ trace: RevisionTrace?, in root: ObjectID) throws(Failure) -> Bool {
    guard let trace else { return false }
    return try reading { () throws(BlobError) -> Bool in try trace.holds(in: root, blobs) }
  }

  /// Whether a commit without parents has some that this clone lacks.
  package func isCutOff(_ commit: CommitStream.Commit) throws(Failure) -> Bool {
    guard isShallow, commit.parents.isEmpty, try root(in: commit) != nil else { return false }
    let bytes = try reading { () throws(BlobError) -> [UInt8] in try text(of: commit.id) }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix { !$0.isEmpty }
      .contains { $0.starts(with: "parent ".utf8) }
  }

  /// Asks for what will be wanted of commits and their parents, level by level, so that nobody waits for each: the
  /// directories on the way to the root, and what is another one than was read when `trace` was made.
  private func expect(
    _ commits: [CommitStream.Commit], _ trace: RevisionTrace?
  ) throws(Failure) {
    guard let trace else { return }
    try reading { () throws(BlobError) in
      var objects = commits.map(\.tree)
      for parent in commits.lazy.flatMap(\.parents) where tops.ahead[parent] == nil {
        if let top = try top(of: parent) { objects.append(top) }
      }
      for name in path {
        try reader.expect(objects)
        var inner: Set<ObjectID> = []
        for object in objects {
          if let directory = try directory(name, in: object) { inner.insert(directory) }
        }
        objects = Array(inner)
      }
      var wanted = objects.map { (trace: trace, object: $0) }
      var seen: Set<ObjectID> = []
      while !wanted.isEmpty {
        try reader.expect(wanted.map(\.object))
        var inner: [(trace: RevisionTrace, object: ObjectID)] = []
        for (trace, object) in wanted {
          let found = try trace.differences(in: object, reader)
          try reader.expect(found.files)
          inner += found.directories.filter { seen.insert($0.object).inserted }
        }
        wanted = inner
      }
    }
  }

  // MARK: Objects

  private func root(below top: ObjectID) throws(BlobError) -> ObjectID? {
    var object = top
    for name in path {
      guard let next = try directory(name, in: object) else { return nil }
      object = next
    }
    return object
  }

  private func directory(_ name: [UInt8], in object: ObjectID) throws(BlobError) -> ObjectID? {
    let bytes = try blobs.bytes(of: object, .tree)
    for entry in TreeObject(bytes, of: object)
    where entry.isDirectory && entry.name.elementsEqual(name) { return entry.object }
    return nil
  }

  /// `tree ID` is the first line of a commit.
  private func top(of commit: ObjectID) throws(BlobError) -> ObjectID? {
    if let known = tops.here[commit] ?? tops.ahead[commit] { return known }
    let line = try text(of: commit).prefix { $0 != 0x0A }
    return line.starts(with: "tree ".utf8) ? ObjectID(letters: line.dropFirst(5)) : nil
  }

  private func text(of commit: ObjectID) throws(BlobError) -> [UInt8] {
    try blobs.bytes(of: commit, .commit)
  }

  private func reading<T>(_ body: () throws(BlobError) -> T) throws(Failure) -> T {
    do throws(BlobError) { return try body() } catch { throw failure(error) }
  }

  /// Says that not all of the history is here.
  package func failure(_ error: BlobError) -> Failure {
    switch error {
    case .missing, .tooLarge:
      .message(
        "git lacks an object of the history",
        notes: [
          isShallow
            ? "this clone is shallow; 'git fetch --unshallow' brings more"
            : "'git fsck' says which; a partial clone gets all by 'git fetch --refetch --no-filter'"
        ])
    case .unreadable(let words):
      .message(
        "git's objects cannot be read",
        notes: ["git says: \(String(decoding: words, as: UTF8.self))"])
    }
  }
}
