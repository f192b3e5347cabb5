import Foundation
import TestSupport

/// The copies of trees in which a transcript writes.
final class TranscriptDesk {
  private lazy var scratch = Scratch()
  private let own: URL?
  private var copies: Set<String> = []
  /// Of the next commit.
  private var day = 1
  /// The file that is written, with its text.
  private var file = (path: "", text: "")

  /// May write in a directory, too.
  init(mayWriteIn directory: URL? = nil) { own = directory }

  /// Where `cd` leads: into a copy, or into a fixture.
  func directory(_ path: String) -> URL {
    if let own { return own.appending(path: path == "." ? "" : path) }
    let name = path.split(separator: "/").first.map(String.init) ?? ""
    let base = copies.contains(name) ? scratch.url : Harness.fixtures
    return base.appending(path: path)
  }

  /// Whether a command writes nothing, or only into a copy.
  func mayRun(_ words: [String], in directory: URL) -> Bool {
    let writes = ["set", "unset", "stop", "resume", "tidy"].contains {
      words.dropFirst().first == $0
    }
    let writesOutput = words.contains { $0 == "-o" || $0.hasPrefix("--output") }
    return !(writes || writesOutput) || isCopy(directory)
  }

  private func isCopy(_ directory: URL) -> Bool {
    directory.path.hasPrefix(own?.path ?? scratch.url.path)
  }

  /// Writes a file by a line `% FILE TEXT`, or adds to it by a line `%| TEXT`.
  func write(_ line: String) {
    guard let own else { return }
    if line.hasPrefix("%|") {
      file.text += "\n" + line.dropFirst(3)
    } else {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      file = (String(parts[1]), parts.count > 2 ? String(parts[2]) : "")
    }
    let url = own.appending(path: file.path)
    let folder = url.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(file.text.utf8).write(to: url)
  }

  /// Runs `cp -r SOURCE NAME` or `cat FILE`; returns the lines to show.
  func run(_ words: [String], in directory: URL) -> [String] {
    if words.first == "cp", words.count == 4 {
      do {
        try scratch.copy(Harness.fixtures.appending(path: words[2]), to: words[3])
      } catch { return ["\(error)"] }
      copies.insert(words[3])
      return []
    }
    guard words.count == 2,
      let text = try? String(
        contentsOf: directory.appending(path: words[1]), encoding: .utf8)
    else { return ["cannot \(words.joined(separator: " "))"] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Runs a line of git or coreutils in a copy, on fixed days, so that commits have fixed names.
  func shell(_ line: String, in directory: URL) -> [String] {
    guard isCopy(directory) else { return ["make a copy first"] }
    let days = ["AUTHOR", "COMMITTER"].map { "GIT_\($0)_DATE='2026-03-0\(day)T12:00:00Z'" }
    if line.contains(" commit ") { day += 1 }
    do {
      let result = try Program.shell(
        "export \(days.joined(separator: " ")); \(line)", in: directory)
      return (result.output + result.errors).split(separator: "\n").map(String.init)
    } catch { return ["\(error)"] }
  }

  /// Runs `sh FILE` where it may write, with the built program as `heir`.
  func script(_ words: [String], in directory: URL) -> Harness.Result {
    guard directory == own, words.count == 2 else {
      return Harness.Result(errors: "a script runs in a directory of its own\n", status: 2)
    }
    do {
      let result = try Program.shell("PATH=\"${HEIR%/*}:$PATH\" exec sh \(words[1])", in: directory)
      return Harness.Result(output: result.output, errors: result.errors, status: result.status)
    } catch { return Harness.Result(errors: "\(error)\n", status: 2) }
  }

  /// What a program prints of what it is given.
  func pipe(_ input: String, into command: [String], in directory: URL) -> String {
    let file = scratch.url.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(input.utf8).write(to: file)
      return try Program.run(
        "sh", ["-c", "exec \"$@\" <\"$0\"", file.path] + command, in: directory
      ).output
    } catch { return "\(error)\n" }
  }
}
