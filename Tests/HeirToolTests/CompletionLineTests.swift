import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct CompletionLineTests {
  private func words(_ line: String, _ harness: Harness) -> [String] {
    let breaks = " \t\n\"'><;|&("
    let result = harness.run("completion", "line", "--", "bash", line, breaks)
    #expect(result.status == 0 && result.errors == "")
    return result.output.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func manyKeysAreOfferedLevelByLevel() {
    let members = (0..<60).map { "\"k\($0)\": {\"x\": 1, \"y\": {\"z\": 2}}" }
    let tree = Scratch([
      (".heir", ""), ("a.json", "{\"one\": 1, \(members.joined(separator: ","))}"),
    ])
    let harness = Harness(in: tree.url)
    let level = words("heir get / ", harness)
    #expect(level.count == 121 && level.prefix(3) == ["one", "k0", "k0."])
    #expect(words("heir get / k7", harness) == ["k7", "k7.x", "k7.y", "k7.y.z"])
    #expect(words("heir get / k7.", harness) == ["k7.x", "k7.y", "k7.y.z"])
    #expect(words("heir get / /", harness).prefix(3) == ["/one", "/k0", "/k0/"])
    #expect(words("heir get / --set k", harness).prefix(3) == ["k0=", "k0.", "k1="])
  }

  @Test func controlCharactersAreEscapedInBash() {
    let tree = Scratch([(".heir", ""), ("a\u{1B}[31m/a.json", "{}"), ("b\u{202E}é/a.json", "{}")])
    let harness = Harness(in: tree.url)
    #expect(words("heir get /", harness) == ["$'/a\\033[31m'", "$'/b\\342\\200\\256\\303\\251'"])
    #expect(words("heir get '/", harness) == [])
    #expect(words("heir get $'/a\\033[31m' ", harness) == [])
    #expect(words("heir get $'/a\\x1b\\u005b' ", harness) == [])
  }
}
