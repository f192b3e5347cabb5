import Foundation
import TestSupport
import Testing

@Suite struct EvalTests {
  static let batch = 400

  /// A tree with the strings as the values of k0, k1, …
  static func tree(_ strings: [String]) -> Scratch {
    let members = strings.enumerated().map { "\"k\($0.offset)\": \(NastyStrings.json($0.element))" }
    return Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ",\n"))}")])
  }

  static func run(_ shell: String, _ script: String, in scratch: Scratch) throws -> [String] {
    scratch.write("_script", Array("HEIR='\(Program.heir)'\n\(script)".utf8))
    let result = try Program.run(shell, ["_script"], in: scratch.url)
    #expect(result.errors == "")
    let isTouched = FileManager.default.fileExists(
      atPath: scratch.url.appending(path: "canary").path)
    #expect(!isTouched, "\(shell) ran something out of the tree")
    return result.output.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
      .dropLast().map { String($0) }
  }

  static func same(_ left: [String], _ right: [String]) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }

  @Test(.needs("dash")) func dashReadsEveryValueAndTakesHostileKeysAsNames() throws {
    try everyValueComesThroughGetShell("dash")
    try hostileKeysAreOnlyNames("dash")
  }

  @Test(.needs("bash")) func bashReadsEveryValueAndTakesHostileKeysAsNames() throws {
    try everyValueComesThroughGetShell("bash")
    try hostileKeysAreOnlyNames("bash")
  }

  @Test(.needs("zsh")) func zshReadsEveryValueAndTakesHostileKeysAsNames() throws {
    try everyValueComesThroughGetShell("zsh")
    try hostileKeysAreOnlyNames("zsh")
  }

  private func everyValueComesThroughGetShell(_ shell: String) throws {
    for seed in Seeds.upTo(1) {
      let strings = NastyStrings.make(Self.batch, seed: UInt64(seed))
      let scratch = Self.tree(strings)
      let assignments = strings.indices.map { "v\($0)=k\($0)" }.joined(separator: " ")
      let values = strings.indices.map { "\"$v\($0)\"" }.joined(separator: " ")
      let script = "eval \"$(\"$HEIR\" get / --shell \(assignments))\"\nprintf '%s\\0' \(values)"
      #expect(Self.same(try Self.run(shell, script, in: scratch), strings))
    }
  }

  private func hostileKeysAreOnlyNames(_ shell: String) throws {
    for seed in 20..<21 {
      let strings = NastyStrings.make(Self.batch, seed: UInt64(seed)).filter { $0.utf8.count < 200 }
      let members = strings.enumerated().map { index, text in
        "\(NastyStrings.json("k\(index)" + text)): \(NastyStrings.json(text))"
      }
      let scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ","))}")])
      let names = strings.enumerated().map { index, text in
        "P_K\(index)" + String(decoding: text.utf8.map(Self.nameByte), as: UTF8.self)
      }
      let values = names.map { "\"$\($0)\"" }.joined(separator: " ")
      let script =
        "eval \"$(\"$HEIR\" resolve / --format shell --prefix P_)\"\nprintf '%s\\0' \(values)"
      #expect(Self.same(try Self.run(shell, script, in: scratch), strings))
    }
  }

  private static func nameByte(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    default: UInt8(ascii: "_")
    }
  }

  @Test func theNulFormatCarriesEveryValue() {
    let strings = NastyStrings.make(Self.batch, seed: 40)
    let scratch = Self.tree(strings)
    let result = Harness(in: scratch.url).run("resolve", "/", "--format", "nul")
    let records = result.output.unicodeScalars.split(separator: "\0").map { String($0) }
    let expected = strings.enumerated().map { "k\($0.offset)\n\($0.element)" }
    #expect(Self.same(records, expected))
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
  func aFailureInFishHasItsStatus(failing: (line: String, status: Int32), how: String) throws {
    let scratch = Scratch([(".heir", ""), ("a.json", "{\"k\": 1}")])
    let script = how.replacing("LINE", with: failing.line) + "; or exit\necho going on"
    scratch.write("_script", Array("set HEIR '\(Program.heir)'\n\(script)".utf8))
    let result = try Program.run("fish", ["--no-config", "_script"], in: scratch.url)
    #expect(result.status == failing.status)
    #expect(result.output == "" && result.errors == "")
  }
}
