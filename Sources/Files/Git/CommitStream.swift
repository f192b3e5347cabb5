import SystemCalls

/// The commits reachable from a commit, newest first, read while `git rev-list` runs.
package final class CommitStream {
  package struct Commit {
    package let id: ObjectID
    /// The tree at the top of the work tree.
    package let tree: ObjectID
    package let parents: [ObjectID]
    package let author: [UInt8]
    /// Raw, such as `1763806800 1763806800 -0500`: few commits are printed.
    fileprivate let date: [UInt8]

    /// Since 1970, in the author's time zone; nil if unknown.
    package var day: Int? {
      let words = date.split(separator: UInt8(ascii: " "))
      return words.count == 3 ? GitOutput.day(words[0], zone: words[2]) : nil
    }
  }

  private let child: ChildProcess
  /// Parsed commits are slices of it.
  private var unparsedOutput: ArraySlice<UInt8> = []
  private var isOver = false

  private static let window = 32
  /// A limit is needed because git does not limit an author's name.
  private static let maxBytes = 4 << 20

  /// Commits that change files below the path, on any branch of history.
  /// More exact path patterns would make git read every directory.
  init(
    _ git: Git, from start: [UInt8], without excluded: [UInt8]?, below path: [FileName]
  ) throws(GitError) {
    try git.checkMailmap()
    let revisions = [start] + (excluded.map { [[UInt8(ascii: "^")] + $0] } ?? [])
    child = try git.begin(
      [
        "rev-list", "--full-history", "--encoding=UTF-8", "--format=%T%x00%P%x00%aN%x00%at %ad",
        // A raw date, because git fails if it cannot format a date. Overflow becomes 0.
        "--date=raw", "--end-of-options",
      ],
      revisions + [Array("--".utf8)] + (path.isEmpty ? [] : [path.joinedPath]), atTop: true)
  }

  /// With `waits` empty only at the end.
  func next(waits: Bool) throws(GitError) -> [Commit] {
    while true {
      if !isOver, !waits {
        do throws(Errno) { try child.read() } catch { throw broken(Git.words(of: error)) }
      }
      let commits = take()
      if commits.isEmpty, unparsedOutput.count > Self.maxBytes {
        throw broken("a commit has more than \(Self.maxBytes >> 20) MiB of metadata")
      }
      if !commits.isEmpty || isOver || !waits { return commits }
      let count = child.output.count
      let end: TerminationStatus?
      do throws(Errno) {
        try child.serve { child.output.count > count }
        isOver = child.output.count == count
        end = isOver ? try child.finish() : nil
      } catch { throw broken(Git.words(of: error)) }
      if let end, end != .exited(0) {
        throw broken(Git.reason(in: child.errors) ?? "it ended early")
      }
    }
  }

  func stop() { child.stop() }

  private func broken(_ words: String) -> GitError {
    .message("cannot list the revisions", notes: ["git says: \(words)"])
  }

  private func take() -> [Commit] {
    var commits: [Commit] = []
    while commits.count < Self.window {
      guard let head = line(from: unparsedOutput.startIndex),
        let text = line(from: head.endIndex + 1)
      else {
        if child.output.isEmpty { break }
        unparsedOutput += child.output
        child.output = []
        continue
      }
      commits.append(commit(head, text))
      unparsedOutput = unparsedOutput[(text.endIndex + 1)...]
    }
    return commits
  }

  /// The search for the end skips the object ID at the start of the line.
  private func line(from start: Int) -> ArraySlice<UInt8>? {
    let afterName = start + ObjectID.minimumLength
    guard afterName < unparsedOutput.endIndex,
      let end = unparsedOutput[afterName...].firstIndex(of: 0x0A)
    else {
      return nil
    }
    return unparsedOutput[start..<end]
  }

  /// `commit ID`, then tree, parents, author and date separated by NUL.
  private func commit(_ head: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Commit {
    let id = head.dropFirst("commit ".utf8.count)
    var parents: [ObjectID] = []
    var rest = text.dropFirst(id.count + 1)
    while let first = rest.first, first != 0 {
      if first == UInt8(ascii: " ") { rest.removeFirst() }
      parents.append(ObjectID(letters: rest.prefix(id.count)))
      rest = rest.dropFirst(id.count)
    }
    // A name and a date.
    let parts = rest.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    // Git prints the placeholder itself if it cannot parse the commit.
    let isKnown = parts.count == 2 && !parts[0].elementsEqual("%aN".utf8)
    return Commit(
      id: ObjectID(letters: id), tree: ObjectID(letters: text.prefix(id.count)), parents: parents,
      author: isKnown ? GitOutput.name(parts[0]) : Array("unknown".utf8),
      date: Array(parts[parts.count - 1]))
  }
}
