import Foundation
import Testing

/// The README's tour prints what the program prints.
@Suite struct ReadmeTests {
  @Test func theTourIsTrue() throws {
    let file = Harness.fixtures.deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let marker = "```console\n"
    var pieces = text.components(separatedBy: marker)
    #expect(pieces.count > 5)
    // Every block is run where the tour begins.
    let directory = "$ cd trees/fleet\n"
    for index in pieces.indices.dropFirst() {
      guard let end = pieces[index].range(of: "```") else { continue }
      let block = String(pieces[index][..<end.lowerBound])
      let replayed = Transcript(directory + block.trimmingCharacters(in: .newlines)).replayed()
      pieces[index] =
        String(replayed.dropFirst(directory.count)) + "\n" + pieces[index][end.lowerBound...]
    }
    let made = pieces.joined(separator: marker)
    guard made != text else { return }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try made.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("the README's tour is not what the program prints")
  }
}
