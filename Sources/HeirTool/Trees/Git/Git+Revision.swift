import FileTree
import Legible

extension Git {
  /// Where a root lies in its repository.
  private struct Position {
    let isShallow: Bool
    /// The path from the top, with a slash behind; empty at the top.
    let path: [UInt8]
  }

  /// The root as it was at a revision, and what stands before its paths, so that git takes them.
  func open(
    _ name: [UInt8], isMergeBase: Bool
  ) throws(Failure) -> (tree: RevisionTree, prefix: [UInt8]) {
    if name.contains(0) { throw .message("the revision '\(Printable.string(name))' holds NUL") }
    let (git, position, commit) = try located(name)
    return try git.open(
      name, Self.commit(commit, name, position), isMergeBase: isMergeBase, position)
  }

  private func open(
    _ name: [UInt8], _ commit: [UInt8], isMergeBase: Bool, _ position: Position
  ) throws(Failure) -> (tree: RevisionTree, prefix: [UInt8]) {
    var commit = commit
    var shown = name
    if isMergeBase {
      commit = try mergeBase(commit, name, position)
      shown = Array(commit.prefix(12))
    }
    let blobs = BlobReader(self)
    let place = commit + [UInt8(ascii: ":")] + (position.path.dropLast())
    let listing = try ask(["ls-tree", "-r", "-z", "--full-tree"], [place])
    guard listing.isGood else {
      let path = Printable.string(position.path.isEmpty ? [UInt8(ascii: "/")] : position.path)
      throw .message(
        "the root '\(path)' of the repository is no directory in '\(Printable.string(shown))'",
        notes: listing.notes)
    }
    do throws(FileError) {
      let tree = try RevisionTree(listing: listing.output, blobs: blobs)
      return (tree, shown + [UInt8(ascii: ":")] + position.path)
    } catch { throw .file(error, .former) }
  }

  /// Finds the repository: the one around the root, rather than the one for which a hook runs; and asks
  /// it for the commit.
  private func located(
    _ name: [UInt8]
  ) throws(Failure) -> (git: Git, Position, commit: Answer) {
    var said: [String] = []
    for git in [outsideHook(), self].compactMap({ $0 }) {
      let answers = try git.ask([
        (["rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix"], []),
        (["rev-parse", "--verify", "--end-of-options"], [name + Array("^{commit}".utf8)]),
      ])
      if let position = Self.position(answers[0]) { return (git, position, answers[1]) }
      said = answers[0].notes
    }
    throw .message("the root lies in no work tree of git, so it has no revisions", notes: said)
  }

  private static func position(_ answer: Answer) -> Position? {
    let lines = answer.lines
    guard answer.isGood, lines.count >= 3, lines[0].elementsEqual("true".utf8) else { return nil }
    // A directory's name may hold a newline; only the last one is git's.
    let path = Array(lines[2...].joined(separator: [0x0A]).dropLast())
    return Position(isShallow: lines[1].elementsEqual("true".utf8), path: path)
  }

  private static func commit(
    _ answer: Answer, _ name: [UInt8], _ position: Position
  ) throws(Failure) -> [UInt8] {
    // What begins with '^' is no revision, but leaves some out.
    if answer.isGood, let commit = answer.lines.first, !commit.isEmpty,
      commit.first != UInt8(ascii: "^")
    {
      return commit
    }
    let shown = Printable.string(name)
    // That it needed one says nothing to whoever gave one.
    var notes = answer.notes.filter { !$0.hasSuffix("Needed a single revision") }
    if position.isShallow {
      notes.append(
        "this clone is shallow; 'git fetch --unshallow --tags' brings what it lacks")
    }
    throw .message("there is no revision '\(shown)'", notes: notes)
  }

  private func mergeBase(
    _ commit: [UInt8], _ name: [UInt8], _ position: Position
  ) throws(Failure) -> [UInt8] {
    let answer = try ask(["merge-base"], [commit, Array("HEAD".utf8)])
    if answer.isGood, let base = answer.lines.first, !base.isEmpty { return base }
    var notes = answer.notes
    if position.isShallow {
      notes.append("this clone is shallow; fetch what it lacks: 'git fetch --unshallow'")
    }
    throw .message(
      "'\(Printable.string(name))' and 'HEAD' have no merge base", notes: notes)
  }
}
