import SystemCalls

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
  init(_ git: Git, _ revision: [UInt8], _ path: [UInt8]) throws(Failure) {
    try git.checkMailmap()
    let child = try git.begin(
      ["blame", "--incremental", "--no-textconv", "--encoding=UTF-8"],
      [revision, Array("--".utf8), path], atTop: true)
    var stream = LineStream()
    do throws(Errno) {
      while true {
        try child.serve { !child.output.isEmpty }
        if child.output.isEmpty { break }
        stream.take(child.output) { self.take($0[...], of: $1) }
        child.output = []
      }
    } catch { throw git.failure(error) }
    let answer = try git.finish(child)
    guard answer.isGood else { throw .message("git blame failed", notes: answer.notes) }
    if isOfUnknownForm { throw .message("unknown format of the output of git blame") }
    numbers = [:]
    runs.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Lines count from 1.
  func author(of line: Int) -> LineHistory.Author? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].lines.upperBound < line { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].lines.contains(line) else { return nil }
    return authors[runs[low].number]
  }

  /// Parses `ID LINE LINE COUNT`, the fields of a new commit, and `filename PATH`.
  private mutating func take(_ line: ArraySlice<UInt8>, of count: Int) {
    guard let id = commit else { return begin(line) }
    func value(_ label: String) -> ArraySlice<UInt8>? {
      line.starts(with: label.utf8) ? line.dropFirst(label.utf8.count) : nil
    }
    if let found = value("author ") {
      name = GitOutput.name(found, of: count - (line.count - found.count))
    } else if let found = value("author-time ") {
      time = Array(found)
    } else if let found = value("author-tz ") {
      let day = GitOutput.day(time, zone: found) ?? "unknown"
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
