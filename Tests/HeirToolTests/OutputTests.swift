import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct OutputTests {
  private static let files = [
    (".heir", ""), ("a.json", #"{"k": 1, "l": [1, 2], "s": "x"}"#), ("b/a.json", #"{"k": 2}"#),
    ("wrong/a.json", #"{"k": {"$ref": "gone"}}"#),
    ("sound/a.json", #"{"k": 1, "s": "x"}"#), ("sound/b/a.json", #"{"k": 2}"#),
  ]
  private let scratch = Scratch(Self.files)

  private static let printing = Tool.table.commands.filter { command in
    command.options.contains { $0.name == "--output" }
  }.map(\.name)

  private func heir(_ line: String) -> Harness.Result {
    Harness(in: scratch.url).run(Transcript.words(line))
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
}
