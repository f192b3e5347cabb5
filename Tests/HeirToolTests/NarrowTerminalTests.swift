import Foundation
import Testing

@testable import HeirTool

@Suite struct NarrowTerminalTests {
  private static let start = String(repeating: "s", count: 90)
  private static let end = String(repeating: "e", count: 90)

  private static func told(
    _ command: [String], _ files: [(path: String, text: String)], columns: Int = 60
  ) -> [String] {
    let scratch = Scratch(tree: files)
    var harness = Harness(in: scratch.url)
    harness.isTerminal = true
    harness.columns = columns
    let result = harness.run(command + ["--color", "never"])
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func whereCutsAroundWhatDiffers() {
    let files = ["one", "two", "three"].map { name in
      ("\(name)/p.json", #"{"k": "\#(Self.start)\#(name)\#(Self.end)"}"#)
    }
    let lines = Self.told(["where", "/", "k"], files)
    // Once among the values, and once where it is written.
    for name in ["one", "two", "three"] {
      let cut = lines.filter { $0.contains("…") && $0.contains("s\(name)e") }
      #expect(cut.count == 2, "\(lines)")
    }
    #expect(lines.allSatisfy { !$0.contains(Self.start) && !$0.contains(Self.end) })
    #expect(lines.filter { $0.contains("s") }.allSatisfy { $0.count < 120 }, "\(lines)")
  }
}
