import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// `-o FILE`: what would be printed, in a file, as a whole or not at all.
@Suite struct OutputTests {
  private static let files = [
    (".heir", ""), ("a.json", #"{"k": 1, "l": [1, 2], "s": "x"}"#), ("b/a.json", #"{"k": 2}"#),
    ("wrong/a.json", #"{"k": {"$ref": "gone"}}"#),
    ("sound/a.json", #"{"k": 1, "s": "x"}"#), ("sound/b/a.json", #"{"k": 2}"#),
  ]
  private let scratch = Scratch(Self.files)

  /// The commands that print what they find.
  private static let printing = Tool.table.catalogue.commands.filter { command in
    command.options.contains { $0.name == "--output" }
  }.map(\.name)

  private func heir(_ line: String) -> Harness.Result {
    Harness(in: scratch.url).run(Transcript.words(line))
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(scratch.url.path + "/" + path, &status)
    return status
  }

  /// Every line of every transcript, into a file and without: also on a terminal the file holds what a
  /// pipe would get.
  @Test(arguments: Seeds.isLong ? TranscriptTests.topics : ["where.txt", "resolve.txt", "get.txt"])
  func aFileGetsWhatStandardOutputWould(topic: String) throws {
    let out = scratch.url.path + "/out"
    try Self.forEachLine(of: topic) { harness, arguments, place in
      if arguments.contains("--exists") || arguments.contains("--html") { return }
      scratch.write("out", Array("old".utf8))
      var piped = harness
      piped.isTerminal = false
      let plain = piped.run(arguments)
      var line = arguments
      line.insert(contentsOf: ["-o", out], at: place + 1)
      let filed = harness.run(line)
      #expect(filed.output == "" && filed.status == plain.status, "\(line): \(filed)")
      // What stands for a shell that would run it is no answer.
      let isKept =
        plain.status == 2
        || plain.status == 1 && ["", "(exit 1)\n", "sh -c 'exit 1'\n"].contains(plain.output)
      #expect(scratch.text("out") == (isKept ? "old" : plain.output), "\(line): \(filed)")
    }
  }

  /// The lines that print data, each with the place of the command's name.
  private static func forEachLine(
    of topic: String, _ body: (Harness, [String], Int) -> Void
  ) throws {
    let url = TranscriptTests.folder.appending(path: topic)
    let others: Set = ["help", "completion", "--help", "-h", "--version", "-o", "-qo"]
    _ = Transcript(try String(contentsOf: url, encoding: .utf8)).replayed { harness, arguments in
      guard others.isDisjoint(with: arguments),
        !arguments.contains(where: { $0.hasPrefix("--output") }),
        let place = arguments.firstIndex(where: printing.contains)
      else { return }
      body(harness, arguments, place)
    }
  }

  @Test func anEqualFileIsLeftAloneAndAnotherIsReplaced() throws {
    _ = heir("resolve / -o out")
    chmod(scratch.url.path + "/out", 0o640)
    let old = status("out")
    #expect(heir("resolve / -o out") == .init())
    #expect(status("out").st_ino == old.st_ino)
    #expect(status("out").changed == old.changed)
    #expect(heir("resolve /b -o out") == .init())
    #expect(status("out").st_ino != old.st_ino && status("out").st_mode == old.st_mode)
    #expect(scratch.text("out") == heir("resolve /b").output)
  }

  @Test(
    arguments: [
      ("get / k", 0), ("get / --shell v=k", 0), ("diff / /", 0), ("diff / /b --keys", 1),
      ("where / none", 1), ("impact --against sound/b", 1),
    ] as [(String, Int32)])
  func theFileIsWrittenWhereThereIsAnAnswer(line: String, status: Int32) {
    for option in ["-o out", "--output=out", "--output out"] {
      scratch.write("out", Array("old".utf8))
      let result = heir("\(line) --root sound \(option)")
      #expect(result.status == status && result.output == "", "\(result)")
      #expect(scratch.text("out") == heir("\(line) --root sound").output)
    }
  }

  @Test(
    arguments: [
      ("get / none", 1), ("resolve / none -q", 1), ("get /no k", 2), ("get / k --bogus", 2),
      ("get / k --root no", 2), ("resolve /wrong", 2), ("get / --shell v=none", 1),
      ("get / --args k", 2), ("get / --shell v=k --bogus", 2), ("get / --shell", 2),
      ("resolve /no --format shell --prefix P", 2), ("resolve / --format=shell", 2),
      // What could be worked out is printed without -o.
      ("explain /wrong", 2), ("where / k", 2),
    ] as [(String, Int32)])
  func theFileIsLeftAsItIsWhereThereIsNone(line: String, status: Int32) {
    for option in ["-o out", "--output=out", "--output out"] {
      scratch.write("out", Array("old".utf8))
      let result = heir("\(line) \(option)")
      #expect(result.status == status && result.output == "", "\(result)")
      #expect(scratch.text("out") == "old", "\(result)")
    }
  }

  @Test func aFileIsNeitherColouredNorDrawnForATerminal() {
    var harness = Harness(in: scratch.url)
    harness.isTerminal = true
    for line in ["scopes", "explain / k", "where / k l", "check"] {
      let arguments = Transcript.words(line) + ["--root", "b"]
      #expect(harness.run(arguments + ["-o", "out"]).output == "")
      #expect(scratch.text("out")?.contains("\u{1B}") == false)
    }
    _ = harness.run("scopes", "--root", "b", "-o", "out")
    #expect(scratch.text("out") == "/\n")
    _ = harness.run("explain", "/", "k", "-o", "out", "--color", "always")
    #expect(scratch.text("out")?.contains("\u{1B}") == true)
  }
}

extension stat {
  fileprivate var changed: [Int] {
    #if os(Linux)
      [st_mtim.tv_sec, st_mtim.tv_nsec]
    #else
      [st_mtimespec.tv_sec, st_mtimespec.tv_nsec]
    #endif
  }
}
