import Foundation
import Testing

@Suite struct FishTests {
  private static func run(_ script: String, in scratch: Scratch) throws -> Program.Result {
    scratch.write("_script", Array("set HEIR '\(Program.heir)'\n\(script)".utf8))
    return try Program.run("/usr/bin/env", ["fish", "--no-config", "_script"], in: scratch.url)
  }

  @Test(arguments: ["$HEIR get / --fish ARGS | source", "eval ($HEIR get / --fish ARGS)"])
  func everyValueComesThrough(line: String) throws {
    for seed in 80..<81 {
      let strings = NastyStrings.withWords(150, seed: UInt64(seed))
      let scratch = EvalTests.tree(strings)
      let arguments = strings.indices.map { "v\($0)=k\($0)" }.joined(separator: " ")
      let values = strings.indices.map { "\"$v\($0)\"" }.joined(separator: " ")
      let script =
        line.replacing("ARGS", with: arguments) + "\nor exit\nprintf '%s\\0' \(values)"
      let result = try Self.run(script, in: scratch)
      #expect(result.errors == "" && result.status == 0)
      let read = result.output.unicodeScalars.split(
        separator: "\0", omittingEmptySubsequences: false
      ).dropLast().map { String($0) }
      #expect(EvalTests.same(read, strings))
      #expect(!scratch.hasCanary)
    }
  }

  @Test(
    arguments: [
      ("get / --fish a=nothing", 1), ("get /nowhere --fish a=k", 2), ("get --fish", 2),
      ("resolve / --format fish", 2), ("get / --fish status=k", 2),
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

  @Test func everyNameThatFishKnowsIsRefusedOrTaken() throws {
    let scratch = Scratch([(".heir", ""), ("a.json", "{\"k\": \"x(touch canary)\"}")])
    let listed = try Self.run("set --names", in: scratch).output
    let names = Set(
      listed.split(separator: "\n").map(String.init)
        + ["status", "history", "argv", "umask", "version", "pipestatus", "fish_pid", "hostname"]
    )
    .subtracting(["HEIR"])
    let harness = Harness(in: scratch.url)
    var taken: [String] = []
    for name in names.sorted() where harness.run("get", "/", "--fish", "\(name)=k").status == 0 {
      taken.append(name)
    }
    #expect(!taken.contains { $0.hasPrefix("fish_") || $0 == "status" })
    let script = taken.map { "$HEIR get / --fish \($0)=k | source; or echo \($0)" }
      .joined(separator: "\n")
    let result = try Self.run(script, in: scratch)
    #expect(result.output == "" && result.errors == "")
    #expect(!scratch.hasCanary)
  }
}
