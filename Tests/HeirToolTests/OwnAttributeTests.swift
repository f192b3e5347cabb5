import Foundation
import TestSupport
import Testing

/// Attributes of one's own (A8) in the commands that tell of them.
@Suite struct OwnAttributeTests {
  // MARK: impact

  @Test func whatAttributesComeToInSumIsBounded() throws {
    let names = (0..<(Seeds.isLong ? 300 : 150)).map {
      "\"$x-n\($0)\": {\"**\": \"\(String(repeating: "t", count: 2000))\"}"
    }
    let keys = (0..<(Seeds.isLong ? 600 : 300)).map { "\"k\($0)\": 1" }
    let text = "{\(names.joined(separator: ", ")), \(keys.joined(separator: ", "))}"
    let old = Scratch([(".heir", ""), ("p.json", "{}")])
    let new = Scratch([(".heir", ""), ("p.json", text)])
    let harness = Harness(in: new.url)
    let json = harness.run("impact", "--against", old.url.path, "--json")
    #expect(json.status == 2 && json.output.isEmpty)
    for format in Seeds.first(1, of: ["markdown", "text"]) {
      let told = harness.run("impact", "--against", old.url.path, "--format", format)
      #expect(told.status == 1 && told.output.utf8.count < 1 << 20)
    }
    let files = [("p.json", text), ("b/p.json", "{\(keys.joined(separator: ", "))}")]
    let checked = Scratch(tree: files).run(["check", "--json", "-c"])
    #expect(checked.output.utf8.count < 20 << 20)
    #expect(checked.output.contains("\"more\":"))
  }
}
