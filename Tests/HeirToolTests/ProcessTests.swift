import Foundation
import TestSupport
import Testing

@Suite struct ProcessTests {
  private let fleet = Harness.fixtures.appending(path: "trees/fleet")

  @Test(.needs(.fullDevice))
  func aFullDeviceIsAnError() throws {
    for command in ["resolve /prod", "get /prod db.port", "help", "--version", "scopes"] {
      let result = try Program.shell("$HEIR \(command) >/dev/full; echo $?", in: fleet)
      #expect(result.output == "2\n")
      #expect(result.errors.contains("cannot write the output"))
    }
  }

  @Test(.needs(.fullDevice))
  func outputInPiecesHasOneError() throws {
    let scratch = Scratch([(".heir", ""), ("p.json", "[]")])
    let keys = (0..<3_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
    scratch.write("p.json", Array("{\(keys)}".utf8))
    let line = "$HEIR where / '*' --json"
    let full = try Program.shell(line + " >/dev/full; echo $?", in: scratch.url)
    #expect(full.output == "2\n")
    #expect(full.errors.split(separator: "\n").count == 1, "\(full.errors)")
    let gone = try Program.shell(
      "( \(line); echo $? >status ) | head -c 1 >/dev/null; cat status", in: scratch.url)
    #expect(gone.output == "141\n" && gone.errors == "")
  }

  @Test(.needs(.fullDevice))
  func aFullDeviceNamedByAnOptionIsAnError() throws {
    let tree = Scratch(tree: [("a.json", #"{"k": 1}"#)])
    func shell(_ line: String) throws -> String {
      let result = try Program.shell(line + "; echo $?", in: tree.url)
      return result.output + result.errors
    }
    #expect(
      try shell("$HEIR get / k -o /dev/full")
        == "2\nheir: error: cannot write '/dev/full': no space left on device\n")
    #expect(
      try shell("$HEIR get / k -o /dev/stdout >/dev/full")
        == "2\nheir: error: cannot write '/dev/stdout': no space left on device\n")
    #expect(
      try shell("$HEIR get / k -o /dev/stdout >&-").hasPrefix(
        "2\nheir: error: cannot write '/dev/stdout': "))
  }
}
