import Foundation
import Testing

@testable import HeirTool

/// What is said of a scope that there is not names one that there is.
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

  @Test(arguments: [
    ("/prdo", "the nearest is '/prod'"), ("/produ/ew", "the nearest is '/prod'"),
    ("/prdo/nix/deep", "the nearest is '/prod'"), ("Prod/Eu", "the nearest is '/prod/eu'"),
    ("/prod/ue/wbe", "the nearest is '/prod/eu/web'"), ("PROD", "the nearest is '/prod'"),
    ("prod/EU", "the nearest is '/prod/eu'"), ("eprod", "the nearest is '/prod'"),
    ("prod/eu/wbe", "the nearest is '/prod/eu/web'"), ("p/rod", "write '/prod'"),
    ("prod//eu", "write '/prod/eu'"), ("//prod", "write '/prod'"),
    ("//", "write '/'"), ("/prod//ue", "the nearest is '/prod/eu'"),
    ("/prod/eu/nowhere", "existing scope: '/prod/eu/web'"),
    ("WEB", "existing scope: '/prod/eu/web'"),
    ("Eu", "existing scopes: '/dev/eu', '/prod/eu'"),
  ])
  func whatIsNamedIsThere(scope: String, words: String) {
    for more in [[], ["--default", "0"], ["--exists"]] {
      let errors = errors(["get", scope, "db.port"] + more)
      #expect(errors.contains("note: \(words)\n"), "\(errors)")
      #expect(!errors.contains(": heir "), "\(errors)")
    }
  }

  @Test func aFileIsLookedForFromWhereOneStands() {
    let file = "note: a file is not a scope; its directory is the scope '/prod/eu'\n"
    #expect(errors(["get", "eu.json", "k"], in: "m/prod/eu").contains(file))
    #expect(errors(["get", "eu/eu.json", "k"], in: "m/prod").contains(file))
    #expect(errors(["get", "prod/eu/eu.json", "k"]).contains(file))
    // Nobody can tell where one that is not there would be, unless a scope is named with it.
    #expect(!errors(["get", "no.json", "k"], in: "m/prod/eu").contains("a file"))
    #expect(
      errors(["get", "/prod/no.json", "k"], in: "m/prod/eu").contains(
        "note: a file is not a scope; its directory is the scope '/prod'\n"))
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
