import Snapshots
import SystemCalls

/// Commits as git comes to them from one of them, the newest first, while it still walks.
package final class CommitStream {
  package struct Commit {
    package let id: [UInt8]
    /// The object of the directory at the top of the work tree.
    package let tree: [UInt8]
    package let parents: [[UInt8]]
    package let author: [UInt8]
    /// The author's day, `2026-11-22`.
    package let day: [UInt8]
  }

  private let child: ChildProcess
  private var used = 0
  private var isOver = false
  /// Those that were read together with the one that was taken last.
  package private(set) var ahead: [Commit] = []
  private var taken = 0

  /// How many are read ahead.
  private static let window = 256

  /// Those alone that touch what `patterns` fit, and that do so on any way that leads to them.
  init(
    _ git: Git, from start: [UInt8], without excluded: [UInt8]?, touching patterns: [[UInt8]]
  ) throws(Failure) {
    let ends = [start] + (excluded.map { [[UInt8(ascii: "^")] + $0] } ?? [])
    do throws(Errno) {
      child = try git.start(
        [
          "rev-list", "--full-history", "--encoding=UTF-8",
          "--format=%T%x00%P%x00%an%x00%as",
        ],
        ends + [Array("--".utf8)] + patterns, takesPatterns: true)
    } catch { throw git.failure(error) }
  }

  /// Whether the one that was taken last is the first of those that were read together.
  var isFirstOfMany: Bool { taken == 1 }

  /// The next one, with others behind it read ahead; nil behind the last.
  package func next() throws(Failure) -> Commit? {
    if taken == ahead.count {
      ahead.removeAll(keepingCapacity: true)
      taken = 0
      try readMore()
    }
    guard taken < ahead.count else { return nil }
    taken += 1
    return ahead[taken - 1]
  }

  /// Lets go of git, where nobody wants more.
  package func stop() { child.stop() }

  /// Reads as many as there are by now, one at least unless that was all.
  private func readMore() throws(Failure) {
    while true {
      take()
      if !ahead.isEmpty || isOver { return }
      let count = child.output.count
      let end: ProcessEnd?
      do throws(Errno) {
        try child.serve { child.output.count > count }
        isOver = child.output.count == count
        end = isOver ? try child.finish() : nil
      } catch { throw broken(Git.words(of: error)) }
      if let end, end != .exited(0) {
        throw broken(Git.words(of: child.errors).first ?? "it ended early")
      }
    }
  }

  private func broken(_ words: String) -> Failure {
    .message("git does not tell of all revisions", notes: ["git says: \(words)"])
  }

  /// Takes what is told by now.
  private func take() {
    while ahead.count < Self.window, let head = line(from: used),
      let text = line(from: head.upperBound + 1)
    {
      ahead.append(commit(child.output[head], child.output[text]))
      used = text.upperBound + 1
    }
    if used > 1 << 16 || used == child.output.count {
      child.output.removeSubrange(..<used)
      used = 0
    }
  }

  private func line(from start: Int) -> Range<Int>? {
    guard start < child.output.count, let end = child.output[start...].firstIndex(of: 0x0A)
    else { return nil }
    return start..<end
  }

  /// `commit ID`, and then tree, parents, author and day with NUL between them.
  private func commit(_ head: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Commit {
    let parts = text.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    func part(_ number: Int) -> [UInt8] { number < parts.count ? parts[number] : [] }
    return Commit(
      id: Array(head.dropFirst("commit ".utf8.count)), tree: part(0),
      parents: part(1).split(separator: UInt8(ascii: " ")).map(Array.init), author: part(2),
      day: part(3))
  }
}
