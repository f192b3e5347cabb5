import Foundation
import Testing

/// Rules of '.heir' that draw on facts: which machines there are the tree does not say.
@Suite struct FactRuleTests {
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
