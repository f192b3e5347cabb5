import Foundation
import Testing

@Suite struct LeafOptionsTests {
  private static let tree = [
    (".heir", ""),
    (
      "a.json",
      #"""
      {"$secret": ["pw", "users.*.pw"], "pw": "x", "db": {"host": "h", "dsn": {"$format": "u:${pw}@h"},
       "pool": {"min": 1, "max": 2}}, "users": [{"n": "a", "pw": "b"}], "list": ["a"],
       "o": {"in": {"$ref": "pw"}}, "made": {"$ref": "o"}, "e": {}}
      """#
    ), ("s/a.json", #"{"db": {"host": "s", "own": {"$format": "${pw}"}}, "pw": "y"}"#),
  ]

  private let scratch = Scratch(Self.tree)

  private func run(_ arguments: String...) -> Harness.Result { run(arguments) }

  private func run(_ arguments: [String]) -> Harness.Result {
    Harness(in: scratch.url).run(["resolve"] + arguments)
  }

  @Test func whatDrawsOnASecretIsOne() {
    #expect(
      run("/", "--keys", "--only-secrets").output
        == "pw\ndb.dsn\nusers\no.in\nmade.in\n")
    #expect(
      run("/", "--keys", "--without-secrets").output
        == "db.host\ndb.pool.min\ndb.pool.max\nlist\ne\n")
  }

  @Test func whatIsLeftOutNeedNotBeWorkedOut() {
    let scratch = Scratch([
      (".heir", ""), ("p.json", #"{"a":1,"b":{"$ref":"zz"},"o":{"c":{"$ref":"zz"},"d":2}}"#),
      ("s/p.json", #"{"a":3}"#),
    ])
    let heir = Harness(in: scratch.url)
    defer { withExtendedLifetime(scratch) {} }
    let except = ["--except", "b", "--except", "*.c"]
    for more in [[], ["--keep-going"]] {
      let result = heir.run(["resolve", "/", "-c"] + except + more)
      #expect(result.output == #"{"a":1,"o":{"d":2}}"# + "\n" && result.status == 0, "\(result)")
    }
    #expect(heir.run("resolve", "/", "-c", "--except", "b").status == 2)
    #expect(heir.run("resolve", "/", "--except", "b.x").status == 2)
    #expect(heir.run(["diff", "/", "/s", "--keys"] + except).output == "a\n")
    #expect(heir.run("diff", "/", "/s", "--except", "b").status == 2)
  }

  // MARK: What a comparison leaves out

  private static let kinds = [
    (".heir", ""), ("o/a.json", #"{"a":{"b":1,"c":2},"e":{"c":3}}"#),
    ("s/a.json", #"{"a":5,"e":6}"#),
  ]

  @Test func whatIsLeftOutIsInNoObjectThatMeetsAScalar() {
    let tree = Scratch(Self.kinds)
    for (from, to) in [("/o", "/s"), ("/s", "/o")] {
      for form in [[], ["--json", "-c"]] {
        let found = tree.run(["diff", from, to, "--except", "*.c"] + form).output
        #expect(found.contains(#"{"b":1}"#) && found.contains("{}"), "\(found)")
        #expect(!found.contains(#""c""#), "\(found)")
      }
    }
    let patch = tree.run(["diff", "/s", "/o", "--except", "*.c", "--format", "patch", "-c"])
    #expect(
      patch.output == #"[{"op":"replace","path":"/a","value":{"b":1}},"#
        + #"{"op":"replace","path":"/e","value":{}}]"# + "\n")
  }
}
