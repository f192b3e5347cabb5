import JSONSource
import SafeText
import SystemCalls

/// The authors of lines up to a revision; each file is blamed once.
/// Contents are compared here, because git would run filters.
package final class LineHistory {
  package struct Author {
    package let commit: [UInt8]
    package let name: [UInt8]
    /// Since 1970, in the author's time zone; nil if unknown.
    package let day: Int?
  }

  private enum LookupResult {
    case file(Blame, OldLineMap)
    case module(LineHistory, path: [UInt8])
    case nothing
  }

  private let git: Git
  /// nil before the first commit.
  private let revision: [UInt8]?
  private let root: any TreeFolder
  /// Its links are followed.
  private let asked: any TreeFolder
  /// From the top of the work tree, with a trailing slash.
  private let path: [UInt8]
  private let isShallow: Bool
  private let process: ProcessContext
  private let remarks: MessageHandlers
  /// Submodules have their own history; nil if the directory has no repository.
  private var modules: [[UInt8]: LineHistory?] = [:]
  private var files: [[UInt8]: LookupResult] = [:]
  private var failure: GitError?
  /// A boundary commit of a shallow clone; the real author may be earlier.
  private var ownEnd: [UInt8]?

  init(
    _ git: Git, of revision: [UInt8]?, _ root: any TreeFolder, at path: [UInt8], isShallow: Bool,
    as asked: any TreeFolder, _ process: ProcessContext, _ remarks: MessageHandlers
  ) {
    (self.git, self.revision, self.root, self.path) = (git, revision, root, path)
    (self.isShallow, self.asked) = (isShallow, asked)
    (self.process, self.remarks) = (process, remarks)
  }

  private var knownModules: [LineHistory] { modules.values.compactMap(\.self) }

  package func check() throws(GitError) {
    if let failure { throw failure }
    for module in knownModules { try module.check() }
  }

  /// A boundary commit that was returned.
  package var end: [UInt8]? {
    if let ownEnd { return ownEnd }
    // A lazy 'compactMap' that calls itself compiles to 24 kB.
    for module in knownModules {
      if let end = module.end { return end }
    }
    return nil
  }

  /// Lines count from 1. nil if the line is not committed.
  package func author(
    of line: Int, in path: [UInt8], _ bytes: @autoclosure () -> [UInt8]
  ) -> Author? {
    let found: LookupResult
    if let known = files[path] {
      found = known
    } else {
      do throws(GitError) { found = try find(path, bytes()) } catch {
        failure = failure ?? error
        found = .nothing
      }
      files[path] = found
    }
    switch found {
    case .nothing: return nil
    case .module(let module, let path): return module.author(of: line, in: path, bytes())
    case .file(let blame, let text): return text.former(line).flatMap { blame.author(of: $0) }
    }
  }

  private func find(_ path: [UInt8], _ bytes: [UInt8]) throws(GitError) -> LookupResult {
    guard let revision else { return .nothing }
    let end = (try? asked.contents(of: path))?.path.joinedPath ?? path
    let committed: (bytes: [UInt8], path: [FileName])
    do throws(FileError) { committed = try root.contents(of: end) } catch {
      switch (error.kind, error.place) {
      case (.submodule, .inTree(let way)): return try find(end, inModule: way)
      case (.missingObject, _), (.unreadableObjects, _), (.brokenObject, _):
        throw .file(error)
      // Missing, or not a readable file in the revision.
      default: return .nothing
      }
    }
    do throws(GitError) {
      // Git may convert line ends at checkout.
      let texts = [committed.bytes, bytes].map { $0.contains(0x0D) ? $0.withoutReturns : $0 }
      let blame = try Blame(git, revision, self.path + committed.path.joinedPath)
      if isShallow { ownEnd = ownEnd ?? blame.end }
      return .file(blame, OldLineMap(texts[0], of: texts[1]))
    } catch {
      guard case .message(let words, let notes) = error else { throw error }
      throw .message(
        "cannot find the authors of \(Printable.quoted(path))",
        notes: notes.isEmpty ? [words] : notes)
    }
  }

  private func find(_ path: [UInt8], inModule way: [FileName]) throws(GitError) -> LookupResult {
    let prefix = way.joinedPath
    let rest = Array(path.dropFirst(prefix.count + 1))
    let found = if let known = modules[prefix] { known } else { try module(at: way) }
    modules[prefix] = .some(found)
    return found.map { .module($0, path: rest) } ?? .nothing
  }

  private func module(at way: [FileName]) throws(GitError) -> LineHistory? {
    guard let root = asked as? Folder else { return nil }
    let folder: Folder
    let found: GitDirectory?
    do throws(FileError) {
      folder = try root.root(below: way)
      found = try process.gitDirectory(around: folder)
    } catch { throw .workTree(error) }
    guard let found, !found.hasSameTop(as: git.directory) else { return nil }
    return try Git.of(found, process, remarks)
      .lineHistory(of: Array("HEAD".utf8), as: folder, process, remarks)
  }
}

extension [UInt8] {
  fileprivate var withoutReturns: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for byte in self {
      if byte == 0x0A, text.last == 0x0D { text.removeLast() }
      text.append(byte)
    }
    return text
  }
}

/// The commits that wrote the lines of a file, from `git blame --incremental`.
struct Blame {
  private var authors: [LineHistory.Author] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var runs: [(lines: ClosedRange<Int>, number: Int)] = []
  /// A boundary commit, whose parents are unknown.
  private(set) var end: [UInt8]?

  private var commit: [UInt8]?
  private var lines = 1...1
  private var name: [UInt8] = []
  private var time: [UInt8] = []
  private var isOfUnknownForm = false

  /// `path` is from the top of the work tree.
  init(_ git: Git, _ revision: [UInt8], _ path: [UInt8]) throws(GitError) {
    try git.checkMailmap()
    let answer = try git.ask(
      ["blame", "--incremental", "--no-textconv", "--encoding=UTF-8"],
      [revision, Array("--".utf8), path], atTop: true)
    guard answer.isGood else { throw .message("git blame failed", notes: answer.notes) }
    for line in answer.output.split(separator: 0x0A) { take(line) }
    if isOfUnknownForm { throw .message("unknown format of the output of git blame") }
    numbers = [:]
    runs.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Lines count from 1.
  func author(of line: Int) -> LineHistory.Author? {
    let index = runs.indices.bisected { runs[$0].lines.upperBound >= line }
    guard index < runs.count, runs[index].lines.contains(line) else { return nil }
    return authors[runs[index].number]
  }

  /// Parses `ID LINE LINE COUNT`, the fields of a new commit, and `filename PATH`.
  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard let id = commit else { return begin(line) }
    func value(_ label: String) -> ArraySlice<UInt8>? {
      line.starts(with: label.utf8) ? line.dropFirst(label.utf8.count) : nil
    }
    if let found = value("author ") {
      name = GitOutput.name(found)
    } else if let found = value("author-time ") {
      time = Array(found)
    } else if let found = value("author-tz ") {
      let day = GitOutput.day(time[...], zone: found[...])
      numbers[id] = authors.count
      authors.append(LineHistory.Author(commit: id, name: name, day: day))
    } else if line.elementsEqual("boundary".utf8) {
      end = id
    } else if value("filename ") != nil {
      if let number = numbers[id] { runs.append((lines, number)) }
      commit = nil
    }
  }

  private mutating func begin(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count == 4, let first = GitOutput.number(words[2]),
      let count = GitOutput.number(words[3]), first > 0, count > 0
    else {
      isOfUnknownForm = true
      return
    }
    commit = Array(words[0])
    lines = first...(first + count - 1)
  }
}
