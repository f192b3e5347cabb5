import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct OutputTests {
  private let scratch = Scratch()

  private static let printing = Tool.table.commands.filter { command in
    command.options.contains { $0.name == "--output" }
  }.map(\.name)

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
}
