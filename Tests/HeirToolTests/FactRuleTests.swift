import Foundation
import Testing

@testable import Files

/// Rules of '.heir' that draw on facts: which machines there are the tree does not say.
@Suite struct FactRuleTests {
  private static let rule =
    #"{"inherit": {"/node/*": ["/role/${$facts.role}", "/site/${$facts.site}"]}}"#

  /// In `/role/r` and in the library that it inherits from stands what the root says, too; only a machine of the
  /// site has something between.
  private static func tree() -> Scratch {
    Scratch([
      (".heir", rule), ("p.json", #"{"x": 1, "y": 1, "z": 1}"#),
      ("site/a/p.json", #"{"x": 2, "y": 2, "z": 2}"#),
      ("role/r/p.json", #"{"$inherit": ["/lib"], "x": 1}"#), ("lib/p.json", #"{"y": 1}"#),
      ("node/n/p.json", #"{"z": 1}"#), ("_n.json", #"{"role": "r", "site": "a"}"#),
    ])
  }

  @Test func nothingIsRedundantThatAMachineMayNeed() {
    let tree = Self.tree()
    let harness = Harness(in: tree.url)
    let held = harness.run("resolve", "/node/n", "--facts", "_n.json", "-c")
    #expect(held.output == #"{"x":1,"y":1,"z":1}"# + "\n")
    for facts in [[], ["--facts", "_n.json"]] {
      #expect(harness.run(["check"] + facts).output == "")
      for more in [[], ["--hoist"]] {
        let tidied = harness.run(["tidy", "--dry-run"] + more + facts)
        #expect(tidied.output == "" && tidied.status == 0, "\(tidied)")
      }
    }
  }

  @Test func whatFactsMayBringIsMissingOnlyWhereTheyAreGiven() {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/node/*": ["/role/${$facts.role}"]}}"#),
      ("p.json", #"{"$required": ["port"], "url": {"$ref": "port"}}"#),
      ("role/p.json", #"{"$abstract": true}"#), ("role/web/p.json", #"{"port": 80}"#),
      ("role/db/p.json", "{}"), ("node/n/p.json", "{}"), ("node/n/m/p.json", "{}"),
      ("_web.json", #"{"role": "web"}"#), ("_db.json", #"{"role": "db"}"#),
    ])
    let harness = Harness(in: tree.url)
    #expect(harness.run("check").output == "")
    #expect(harness.run("check", "--facts", "_web.json").output == "")
    let found = harness.run("check", "--facts", "_db.json")
    #expect(found.status == 1)
    #expect(found.output.contains("[required]") && found.output.contains("[reference]"))
  }

  @Test(arguments: ["", "/", "r//", "../role/r"]) func aFactThatIsNoNameLeadsNowhere(role: String) {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/node/*": ["/role/${$facts.role}", "${$facts.role}/role/r"]}}"#),
      ("role/p.json", #"{"x": 1}"#), ("role/r/p.json", #"{"x": 2}"#), ("node/n/p.json", "{}"),
      ("_n.json", #"{"role": "\#(role)"}"#),
    ])
    let result = Harness(in: tree.url).run("get", "/node/n", "x", "--facts", "_n.json")
    #expect(result.output == "" && result.status == 1, "\(result)")
  }
}
