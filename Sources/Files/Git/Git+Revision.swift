import SafeText
import SystemCalls

extension Git {
  /// The commit of a revision, and the path of the root in the work tree.
  private struct Location {
    let commit: [UInt8]?
    let isShallow: Bool
    let names: [FileName]
    let notes: [String]

    /// With a trailing slash; empty at the top.
    var path: [UInt8] { names.reduce(into: []) { $0 += $1 + [UInt8(ascii: "/")] } }
  }

  /// The root at a revision, and the prefix of its paths in git's syntax.
  /// Git is started three times: for the commit, the names and the contents.
  package func open(
    _ name: [UInt8], parting other: [UInt8]? = nil
  ) throws(GitError) -> (root: any TreeFolder, prefix: [UInt8]) {
    if name.contains(0) {
      throw .message("revision '\(Printable.string(name))' contains a NUL byte")
    }
    let location = try locate(name)
    guard var commit = location.commit else {
      guard try hasNoCommits(name) else { throw noRevision(name, location) }
      return (try root([]), name + [UInt8(ascii: ":")] + location.path)
    }
    var shown = name
    if let other {
      commit = try mergeBase(commit, name, location, with: other)
      shown = Array(commit.prefix(12))
    }
    let listing = try names(in: commit, location, shown)
    return (try root(listing), shown + [UInt8(ascii: ":")] + location.path)
  }

  /// In a hook, GIT_INDEX_FILE selects the index of the commit being made.
  package func openIndex(_ process: ProcessContext) throws(GitError) -> (
    root: any TreeFolder, prefix: [UInt8]
  ) {
    let location = try locate(Array("HEAD".utf8))
    let git = process.setting("GIT_INDEX_FILE").map(reading) ?? self
    let empty = try git.ask(["hash-object", "-t", "tree", "--no-filters", "/dev/null"])
    let listed = try git.ask(
      [
        "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev",
        "--ita-invisible-in-index",
      ],
      [empty.lines[0], Array("--".utf8)]
        + (location.path.isEmpty ? [] : [Array(location.path.dropLast())]),
      orTooMuch: Self.tooManyNames)
    guard empty.isGood, listed.isGood else {
      throw .message("cannot read git's index", notes: empty.notes + listed.notes)
    }
    return (
      try root(Self.listing(index: listed.output, below: location.path)),
      [UInt8(ascii: ":")] + location.path
    )
  }

  /// Converts `git diff-index --raw -z` to `git ls-tree -r -z`.
  /// An entry is `:000000 100644 0000000 OBJECT A`, NUL, the path, NUL.
  private static func listing(
    index: [UInt8], below root: [UInt8]
  ) throws(GitError) -> [UInt8] {
    var listing: [UInt8] = []
    var parts = index.split(separator: 0, omittingEmptySubsequences: true)[...]
    while let head = parts.popFirst(), let path = parts.popFirst() {
      let words = head.split(separator: UInt8(ascii: " "))
      guard words.count == 5, path.starts(with: root) else {
        throw .message("cannot read git's index: unknown format of a listing")
      }
      if words[4].first == UInt8(ascii: "U") {
        throw .message(
          "git's index has an unmerged file: '\(Printable.string(path))'",
          notes: ["resolve it, then 'git add' it"])
      }
      listing += words[1]
      listing += " blob ".utf8
      listing += words[3]
      listing += "\t".utf8
      listing += path.dropFirst(root.count)
      listing.append(0)
    }
    return listing
  }

  /// nil before the first commit.
  package func history(
    of name: [UInt8], without excluded: [UInt8]?
  ) throws(GitError) -> RevisionHistory? {
    let location = try locate(name)
    func found(_ name: [UInt8], _ location: Location) throws(GitError) -> [UInt8] {
      guard let id = location.commit else { throw noRevision(name, location) }
      return id
    }
    if location.commit == nil, try hasNoCommits(name) { return nil }
    let start = try found(name, location)
    let others = try excluded.map { (name) throws(GitError) in try found(name, locate(name)) }
    return RevisionHistory(
      of: ObjectID(letters: start[...]),
      try CommitStream(self, from: start, without: others, below: location.names),
      BlobReader(self, maxBytes: 1 << 20), below: location.names, isShallow: location.isShallow)
  }

  package func lineHistory(
    of name: [UInt8], as asked: any TreeFolder, _ process: ProcessContext,
    _ remarks: MessageHandlers
  ) throws(GitError) -> LineHistory {
    try checkFilesOfBlame()
    let location = try locate(name)
    if location.commit == nil, try !hasNoCommits(name) { throw noRevision(name, location) }
    let listing = try location.commit.map { (commit) throws(GitError) in
      try names(in: commit, location, name)
    }
    return LineHistory(
      self, of: location.commit, try root(listing ?? []), at: location.path,
      isShallow: location.isShallow, as: asked, process, remarks)
  }

  /// nil before the first commit.
  package func checkedOut() -> [UInt8]? {
    guard let location = try? locate(Array("HEAD".utf8)) else { return nil }
    return location.commit.map { Array($0.prefix(12)) }
  }

  private func root(_ listing: [UInt8]) throws(GitError) -> any TreeFolder {
    do throws(FileError) {
      return try RevisionTree(listing: listing, blobs: BlobReader(self)).root()
    } catch {
      if error == RevisionTree.tooMany { throw Self.tooManyNames }
      throw .file(error)
    }
  }

  private static var tooManyNames: GitError {
    .message(
      "the root has \(RevisionTree.tooMany.words) in git",
      notes: ["choose a smaller tree with '--root'"])
  }

  // MARK: Commits

  private func locate(_ name: [UInt8]) throws(GitError) -> Location {
    // `:/TEXT` takes the rest as text, so `^{commit}` cannot follow; it finds a commit.
    let commit = name.starts(with: ":/".utf8) ? name : name + Array("^{commit}".utf8)
    let answer = try ask(
      [
        "rev-parse", "--is-shallow-repository", "--show-toplevel", "--verify", "--end-of-options",
      ], [commit])
    var lines = answer.lines.dropLast()
    let isShallow = lines.popFirst()?.elementsEqual("true".utf8) ?? false
    var commits: [[UInt8]] = []
    while let last = lines.last, Self.isCommit(last) {
      commits.append(last)
      lines.removeLast()
    }
    // A line with `^` excludes a commit, as in a range.
    let isOne = answer.isGood && commits.count == 1 && commits[0].first != UInt8(ascii: "^")
    // A directory name may contain a newline.
    let top = Array(lines.joined(separator: [0x0A]))
    let position = try inRepository(top.isEmpty ? nil : try directory.position(belowTop: top))
    guard let position else {
      throw .message(
        "the root is not in a git work tree, so it has no revisions",
        notes: top.isEmpty ? answer.notes : ["the work tree is \(Printable.quoted(top))"])
    }
    return Location(
      commit: isOne ? commits[0] : nil, isShallow: isShallow, names: position,
      notes: commits.count > 1
        ? ["a range is not a revision; name its ends with '--since' and '--at'"] : answer.notes)
  }

  /// A commit ID, after `^` in a range.
  private static func isCommit(_ line: [UInt8]) -> Bool {
    let name = line.first == UInt8(ascii: "^") ? line[1...] : line[...]
    return name.count >= ObjectID.minimumLength
      && name.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  private func noRevision(_ name: [UInt8], _ location: Location) -> GitError {
    // This message of git is about its own arguments.
    var notes = location.notes.filter { !$0.hasSuffix("Needed a single revision") }
    if location.isShallow {
      notes.append(
        "this clone is shallow; use 'git fetch --unshallow --tags'")
    }
    return .message("revision '\(Printable.string(name))' does not exist", notes: notes)
  }

  /// Whether the revision is a HEAD without commits.
  private func hasNoCommits(_ name: [UInt8]) throws(GitError) -> Bool {
    guard name.elementsEqual("HEAD".utf8) || name.elementsEqual("@".utf8) else { return false }
    let head = try ask(["symbolic-ref", "--quiet", "HEAD"])
    guard head.isGood, let branch = head.lines.first, !branch.isEmpty else { return false }
    // A broken branch must not be treated as missing.
    let found = try ask(["for-each-ref", "--format=%(refname)"], [branch])
    return found.isGood && found.output.isEmpty && found.words.isEmpty
  }

  private func mergeBase(
    _ commit: [UInt8], _ name: [UInt8], _ location: Location, with other: [UInt8]
  ) throws(GitError) -> [UInt8] {
    var otherCommit = other
    if !other.elementsEqual("HEAD".utf8) {
      let found = try locate(other)
      guard let id = found.commit else { throw noRevision(other, found) }
      otherCommit = id
    }
    let answer = try ask(["merge-base"], [commit, otherCommit])
    if answer.isGood, let base = answer.lines.first, !base.isEmpty { return base }
    var notes = answer.notes
    if location.isShallow {
      notes.append("this clone is shallow; use 'git fetch --unshallow'")
    }
    throw .message(
      "'\(Printable.string(name))' and '\(Printable.string(other))' have no merge base",
      notes: notes)
  }

  // MARK: Names

  /// Empty if the directory did not exist.
  private func names(
    in commit: [UInt8], _ location: Location, _ shown: [UInt8]
  ) throws(GitError) -> [UInt8] {
    let path = Array(location.path.dropLast())
    let listing = try ask(
      ["ls-tree", "-r", "-z", "--full-tree"], [commit + [UInt8(ascii: ":")] + path],
      orTooMuch: Self.tooManyNames)
    if listing.isGood { return listing.output }
    let revision = Printable.quoted(shown)
    if !path.isEmpty {
      let found = try ask(["ls-tree", "-z", "--full-tree"], [commit, path])
      if found.isGood && found.output.isEmpty { return [] }
      if found.isGood && !found.output.starts(with: "040000 ".utf8) {
        throw .message(
          "the root '\(Printable.string(location.path))' is not a directory in \(revision)",
          notes: listing.notes)
      }
    }
    throw .message("cannot list the files of \(revision)", notes: listing.notes)
  }
}
