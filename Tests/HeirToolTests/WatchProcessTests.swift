import Foundation
import TestSupport
import Testing

private final class RunningWatch {
  let tree: Scratch
  private let process: RunningProgram
  private let output = Pipe()
  private let errorFile: URL
  private var buffer: [UInt8] = []

  init(_ files: [(path: String, text: String)], _ arguments: [String]) throws {
    tree = Scratch([("t/.heir", ""), ("err", "")] + files.map { ("t/" + $0.path, $0.text) })
    errorFile = tree.url.appending(path: "err")
    let settle = arguments.contains("--settle") ? [] : ["--settle", "20ms"]
    let errors = try FileHandle(forWritingTo: errorFile)
    process = try RunningProgram(
      Program.heir, ["watch", "--root", "t"] + arguments + settle, in: tree.url,
      output: output.fileHandleForWriting.fileDescriptor, errors: errors.fileDescriptor)
    try output.fileHandleForWriting.close()
  }

  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  func write(_ path: String, _ text: String) { tree.write("t/" + path, Array(text.utf8)) }

  func file(_ path: String) -> String { tree.text(path) ?? "" }

  /// The next line of output; nil where none comes for so long that none will.
  func line() -> String? {
    let end = Date(timeIntervalSinceNow: TestRun.seconds(atMost: 300))
    let number = output.fileHandleForReading.fileDescriptor
    while true {
      if let newline = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...newline) }
        return String(decoding: buffer[..<newline], as: UTF8.self)
      }
      var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(max(0, end.timeIntervalSinceNow * 1000))) > 0 else { return nil }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(number, &piece, piece.count)
      guard count > 0 else { return nil }
      buffer += piece.prefix(count)
    }
  }

  /// Other tests use this thread meanwhile.
  func wait(_ what: String, until isSo: () -> Bool) async {
    let end = Date(timeIntervalSinceNow: TestRun.seconds(atMost: 300))
    while !isSo(), end.timeIntervalSinceNow > 0 { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(isSo(), "\(what): \(errors)")
  }

  func send(_ signal: Int32) { process.send(signal) }

  func stopReading() throws { try output.fileHandleForReading.close() }

  /// The exit status, or 128 and the signal's number.
  func end() async throws -> Int32 {
    await wait("it ends") { process.hasEnded }
    return try process.end(within: 300)
  }
}

private let files = [(path: "a.json", text: #"{"k": 1}"#), (path: "s/a.json", text: "{}")]

private func begun(_ arguments: String...) throws -> RunningWatch {
  let watch = try RunningWatch(files, ["/s", "--initial", "--json"] + arguments)
  #expect(watch.line()?.contains(#""key":"k","kind":"added""#) == true, "\(watch.errors)")
  return watch
}

@Suite struct WatchProcessTests {
  @Test func aReportIsALineWithBothSides() throws {
    let watch = try begun()
    watch.write("a.json", #"{"k": 2}"#)
    #expect(
      watch.line() == #"{"version":1,"scope":"/s","changes":[{"key":"k","kind":"changed","#
        + #""from":{"value":1,"origin":{"scope":"/","file":"a.json","line":1,"column":7}},"#
        + #""to":{"value":2,"origin":{"scope":"/","file":"a.json","line":1,"column":7}}}]}"#)
  }
}

/// What ends a watch, or what it runs. These wait for long, beside others.
@Suite struct WatchEndTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsIt(signal: Int32) async throws {
    let plain = try begun()
    // Other tests may keep this one from sending the signal for minutes.
    let busy = try begun(
      "--exec", "trap '' HUP; sleep 1000 & echo $! >pid; wait", "--timeout", "900s")
    await busy.wait("the command runs") { busy.file("pid").hasSuffix("\n") }
    for watch in [plain, busy] {
      watch.send(signal)
      #expect(try await watch.end() == 128 + signal)
      #expect(watch.errors == "")
    }
    let child = Int32(busy.file("pid").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    await busy.wait("its command is gone") { child > 0 && kill(child, 0) == -1 }
  }

  @Test func itEndsWhenNobodyReadsItsOutput() async throws {
    let watch = try begun()
    try watch.stopReading()
    #expect(try await watch.end() == 128 + SIGPIPE)
    #expect(watch.errors == "")
  }

  @Test func commandsRunInOrderOnceAReport() async throws {
    let watch = try begun(
      "--exec", "cat >>in; echo first $HEIR_SCOPE $HEIR_KEYS >>log; sleep 0.1; echo done >>log",
      "--exec", "echo second >>log; echo said; exit 3")
    await watch.wait("both ran") { watch.file("log").hasSuffix("second\n") }
    watch.write("a.json", #"{"k": 2, "l": 3}"#)
    let report = watch.line() ?? ""
    let expected = "first /s k\ndone\nsecond\nfirst /s k l\ndone\nsecond\n"
    await watch.wait("both ran again") { watch.file("log") == expected }
    #expect(watch.file("in").hasSuffix(report + "\n"))
    // What they print is no report, and a failure does not end anything.
    await watch.wait("it is told") {
      watch.errors.components(separatedBy: "failed with status 3").count == 3
    }
    #expect(watch.errors.contains("said\n"))
    watch.write("a.json", #"{"k": 3, "l": 3}"#)
    #expect(watch.line()?.contains(#""from":{"value":2"#) == true)
  }

  @Test func aHangingCommandIsEndedWithItsChildren() async throws {
    let watch = try begun(
      "--exec", "trap '' TERM; sleep 1000 & echo $! >pid; wait; wait", "--exec", "echo next >>log",
      "--timeout", "300ms")
    // Reports go on meanwhile.
    watch.write("a.json", #"{"k": 2}"#)
    #expect(watch.line() != nil)
    await watch.wait("the next one runs") { watch.file("log") == "next\nnext\n" }
    #expect(watch.errors.contains("took longer than 300 ms"))
    let child = Int32(watch.file("pid").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    await watch.wait("what it started is gone") { child > 0 && kill(child, 0) == -1 }
  }
}
