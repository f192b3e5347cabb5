import Cascade
import Foundation
import Synchronization
import TestSupport

@testable import Files
@testable import HeirTool
@testable import Output
@testable import SystemCalls
@testable import Trees

/// Runs command lines in process, with sinks that keep what is written.
struct Harness {
  struct Result: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// What is in no repository as long as its test makes none, wherever the fixtures lie.
  private static let usual = [
    "GIT_CEILING_DIRECTORIES": fixtures.deletingLastPathComponent().path
  ]

  /// The commands that this version has.
  static let commands = Tool.table.commands.map(\.name)

  var directory: URL
  var environment: [String: String] = [:]
  var isTerminal = false
  /// How many characters a line of the terminal has.
  var columns = 80
  /// What every command line begins with.
  var options: [String] = []
  var today = CalendarDate(year: 2026, month: 3, day: 14)
  /// What others do when a command asks for the day, with some of its files read.
  var meanwhile: () -> Void = {}
  /// Milliseconds; on no machine is anything slow.
  var clock: () -> Int = { 0 }

  init(in directory: URL = fixtures) {
    self.directory = directory
  }

  func run(_ arguments: [String]) -> Result {
    run((options + arguments).map { Array($0.utf8) })
  }

  func run(_ arguments: String...) -> Result { run(arguments) }

  private final class Kept { var bytes: [UInt8] = [] }

  /// Runs a program in a process of its own instead of this one's.
  private func replaced(
    _ command: [[UInt8]], _ environment: [[UInt8]], _ output: Kept, _ errors: Kept
  ) throws(Errno) -> Int32 {
    let run = try ChildProcess.run(command, environment: environment)
    output.bytes += run.output
    errors.bytes += run.errors
    if case .exited(let status) = run.end { return status }
    throw Errno(code: EINTR)
  }

  /// Runs a command line, and tells how many bytes each piece has that goes to standard output.
  func run(_ arguments: [[UInt8]], handing: @escaping (Int) -> Void = { _ in }) -> Result {
    let output = Kept()
    let errors = Kept()
    func sink(_ kept: Kept) -> OutputBuffer {
      OutputBuffer(width: isTerminal ? columns : nil) {
        if kept === output { handing($0.count) }
        kept.bytes += $0
        return nil
      }
    }
    guard let here = try? WorkingDirectory(Array(directory.path.utf8)) else {
      return Result(errors: "no directory \(directory.path)", status: -1)
    }
    let session = Session(
      output: sink(output), errors: sink(errors), workingDirectory: here,
      today: {
        meanwhile()
        return today
      },
      clock: clock,
      variable: { name in
        let name = String(decoding: name, as: UTF8.self)
        return (environment[name] ?? Self.usual[name]).map { Array($0.utf8) }
      },
      childEnvironment: {
        Programs.environment.merging(environment) { $1 }
          .map { Array("\($0)=\($1)".utf8) }
      },
      replaceProcess: { (command, environment) throws(Errno) in
        try replaced(command, environment, output, errors)
      })
    let status = Tool.run(arguments, session)
    return Result(
      output: String(decoding: output.bytes, as: UTF8.self),
      errors: String(decoding: errors.bytes, as: UTF8.self), status: status)
  }
}

/// A temporary directory that goes with its last reference.
final class Scratch: Sendable {
  let url: URL
  private let top: String

  private static let shared: Mutex<[URL]> = {
    atexit {
      Scratch.shared.withLock { for url in $0 { try? FileManager.default.removeItem(at: url) } }
    }
    return Mutex([])
  }()

  /// Has a directory that is kept for many tests go when the process ends.
  func keptUntilTheEnd() -> Scratch {
    Self.shared.withLock { $0.append(url) }
    return self
  }

  init(_ files: [(path: String, text: String)] = []) {
    // Without a directory each test that writes fails.
    top = newFolder() ?? "/nowhere"
    url = URL(filePath: top, directoryHint: .isDirectory)
    for (path, text) in files { write(path, Array(text.utf8)) }
  }

  /// A tree, marked by a `.heir`.
  convenience init(tree files: [(path: String, text: String)]) {
    self.init([(".heir", "")] + files)
  }

  /// A harness in it, once it has these files, too.
  func harness(adding files: [String: String]) -> Harness {
    for (path, text) in files { write(path, Array(text.utf8)) }
    return Harness(in: url)
  }

  func run(_ words: [String]) -> Harness.Result { Harness(in: url).run(words) }

  /// What a file holds; nil where there is none, or no text.
  func text(_ path: String) -> String? {
    try? String(contentsOf: url.appending(path: path), encoding: .utf8)
  }

  /// Some tests write thousands, for which Foundation takes longer than what they measure.
  func write(_ path: String, _ bytes: [UInt8]) {
    var file = fopen(top + "/" + path, "w")
    if file == nil, let slash = path.lastIndex(of: "/") {
      folder(String(path[..<slash]))
      file = fopen(top + "/" + path, "w")
    }
    guard let file else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Copies a directory; the copy belongs to the current user.
  func copy(_ source: URL, to path: String) throws {
    let result = try Program.run("cp", ["-R", source.path, path], in: url)
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// A directory with all that it is in.
  func folder(_ path: String) {
    let path = top + "/" + path + "/"
    for slash in path.indices.dropFirst(top.count + 1) where path[slash] == "/" {
      mkdir(String(path[..<slash]), 0o777)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
