import Foundation
import TestSupport
import Testing

@Suite struct EditCaseTests {
  private let scratch = Scratch([(".heir", "")])

  @Test func aChangeByAnotherProgramStopsTheEdit() {
    var heir = scratch.harness(adding: [
      "a.json": #"{"k":1}"#, "p/a.json": #"{"k":2}"#, "p/q/a.json": #"{"k":3}"#,
    ])
    heir.meanwhile = { self.scratch.write("p/q/a.json", Array("{}".utf8)) }
    let result = heir.run("set", "/p", "k", "5", "--only-here")
    #expect(result.status == 2 && scratch.text("p/a.json") == #"{"k":2}"#, "\(result.errors)")
    heir.meanwhile = { self.scratch.write("p/r/a.json", Array("{}".utf8)) }
    #expect(heir.run("set", "/p", "k", "5", "--only-here").status == 2)
    #expect(scratch.text("p/a.json") == #"{"k":2}"#)
  }

  @Test func aTidyingBeginsAgainIfAFileThatItReadChanges() {
    var heir = scratch.harness(adding: [
      "a.json": #"{"k":1, "l":1}"#, "p/a.json": #"{"k":1}"#, "q/a.json": #"{"l":1}"#,
    ])
    heir.isTerminal = true
    var asked = 0
    heir.clock = {
      asked += 1
      if asked == 5 { self.scratch.write("a.json", Array(#"{"k":1, "l":2}"#.utf8)) }
      return 0
    }
    let result = heir.run("tidy")
    #expect(result.status == 0 && scratch.text("p/a.json") == "{}", "\(result.errors)")
    #expect(scratch.text("q/a.json") == #"{"l":1}"#, "\(result.errors)")
  }

  @Test func longTextsAreCutInMessagesOfEdits() {
    let name = String(repeating: "n", count: 50_000)
    let text = String(repeating: "x", count: 50_000)
    let heir = scratch.harness(adding: [
      "a.json": #"{"$deprecated": {"old": "\#(text)"}, "$final": ["\#(name)"], "\#(name)": 1}"#,
      "p/a.json": "{}",
    ])
    for edit in [["set", "/", "old", "1"], ["set", "/p", name, "2"], ["stop", "/p", name]] {
      let errors = heir.run(edit).errors
      #expect(!errors.isEmpty && errors.utf8.count < 20_000, "\(edit[0]): \(errors.utf8.count)")
    }
  }

  @Test func manyScopesNeedFewDescriptors() throws {
    var files = ["p.json": #"{"a":1}"#]
    for number in 0..<150 { files["s\(number)/p.json"] = #"{"a":1}"# }
    _ = scratch.harness(adding: files)
    let result = try Program.shell(
      "ulimit -Sn 128; \"$HEIR\" tidy -q; echo $?; cat s*/p.json | tr -d '{}' | wc -c",
      in: scratch.url)
    #expect(result.output == "0\n0\n")
  }
}
