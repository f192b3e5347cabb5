import Foundation
import TestSupport
import Testing

@Suite struct FishTests {
  private static func run(_ script: String, in scratch: Scratch) throws -> Program.Result {
    scratch.write("_script", Array("set HEIR '\(Program.heir)'\n\(script)".utf8))
    return try Program.run("fish", ["--no-config", "_script"], in: scratch.url)
  }

  @Test(
    .needs("fish"),
    arguments: [
      ("get / --fish a=nothing", 1), ("get /nowhere --fish a=k", 2), ("get --fish", 2),
      ("resolve / --format fish", 2), ("get / --fish status=k", 2),
      ("get / --fish fish_x=k", 2),
      ("resolve /nowhere --format=fish --prefix P", 2),
      ("resolve / nothing --format fish --prefix P", 1),
    ], ["$HEIR LINE 2>/dev/null | source", "eval ($HEIR LINE 2>/dev/null)"])
  func aFailureFailsWithItsStatus(failing: (line: String, status: Int32), how: String) throws {
    let scratch = Scratch([(".heir", ""), ("a.json", "{\"k\": 1}")])
    let script = how.replacing("LINE", with: failing.line) + "; or exit\necho going on"
    let result = try Self.run(script, in: scratch)
    #expect(result.status == failing.status)
    #expect(result.output == "" && result.errors == "")
  }
}
