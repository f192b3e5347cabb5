import Foundation
import Testing

@testable import HeirTool

@Suite struct ScopeHintTests {
  private let scratch = Scratch([
    ("m/.heir", ""), ("m/p.json", #"{"db": {"port": 1}}"#),
    ("m/prod/eu/eu.json", #"{"k": 1}"#), ("m/prod/eu/web/w.json", "{}"),
    ("m/prod/us/p.json", "{}"), ("m/dev/eu/p.json", "{}"),
  ])

  private func errors(
    _ arguments: [String], in directory: String = "m", _ environment: [String: String] = [:]
  ) -> String {
    var harness = Harness(in: scratch.url.appending(path: directory))
    harness.environment = environment
    let result = harness.run(arguments)
    #expect(result.status == 2, "\(arguments)")
    return result.errors
  }

  @Test(arguments: ["/prod/*", "/pro*", "prod/**", "/pro?", "/{prod,dev}"])
  func aPatternIsNoScopeAndLeadsToNone(pattern: String) {
    for line in [
      ["set", pattern, "k", "v"], ["set", pattern, "k", "v", "--create"], ["unset", pattern, "k"],
      ["stop", pattern, "k"], ["declare", pattern, "k", "--about", "x"], ["get", pattern, "k"],
    ] {
      let errors = errors(line)
      #expect(
        errors == """
          heir: error: scope '\(pattern.hasPrefix("/") ? pattern : "/" + pattern)' does not exist
          heir: note: SCOPE cannot be a pattern; name one scope

          """, "\(line)")
    }
  }

  @Test func directoriesAreOfferedWhereTheyCanBeMade() {
    for scope in [".//prod", "../x", "/prod/.x", "/prod/_x/y", "/prod//x", "/a/../b"] {
      #expect(!errors(["set", scope, "a", "1"]).contains("--create"), "\(scope)")
      #expect(!errors(["stop", scope, "a"]).contains("--create"), "\(scope)")
    }
    for scope in ["/x", "./x", "/prod/x/y"] {
      #expect(errors(["set", scope, "a", "1"]).contains("--create"), "\(scope)")
    }
  }
}
