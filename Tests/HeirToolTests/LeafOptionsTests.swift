import Foundation
import Testing

/// Which leaves `resolve` prints, and how it refuses those that a format does not carry.
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

  @Test(arguments: ["json", "flat", "yaml", "toml", "properties"])
  func everyFormatLeavesOutTheSame(format: String) {
    let result = run("/", "db", "--format", format, "--except", "db.*.min", "--without-secrets")
    #expect(result.status == 0)
    #expect(result.output.contains("max") && !result.output.contains("min"))
    #expect(!result.output.contains("dsn"))
  }

  @Test(arguments: [
    ["--keys", "--json"], ["--keys", "--format", "flat"], ["--keys", "-c"],
    ["--keys", "--origins"], ["--keys", "--prefix", "P"], ["--keys", "--export"],
    ["--only-secrets", "--without-secrets"], ["--format", "yaml", "--prefix", "P"],
    ["--format", "toml", "-c"], ["--format", "properties", "--origins"], ["--except", ""],
  ])
  func whatMeansNothingTogetherIsRefused(options: [String]) {
    let result = run(["/"] + options)
    #expect(result.status == 2 && result.output == "")
  }

  @Test func allThatIsNotCarriedIsToldWithItsPlace() {
    let members = (0..<30).map { "\"k\($0)\": \"a\\nb\"" }
    let scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ",\n"))}")])
    let harness = Harness(in: scratch.url)
    for format in ["docker"] {
      let result = harness.run("resolve", "/", "--format", format, "--prefix", "")
      #expect(result.status == 2 && result.output == "")
      for index in 0..<30 { #expect(result.errors.contains("a.json:\(index + 1):")) }
    }
    let own = harness.run("resolve", "/", "--own", "--format", "docker", "--prefix", "")
    #expect(own.status == 2 && own.errors.contains("a.json:30:"))
    let given = harness.run(
      "resolve", "/", "k0", "--set", "k0=\"a\\nb\"", "--format", "docker", "--prefix", "P")
    #expect(given.errors.contains("--set[1]: error: k0 contains a newline"))
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

  @Test func aPatchThatWouldTakeWhatIsLeftOutIsRefused() {
    let tree = Scratch(Self.kinds)
    let patch = ["diff", "/o", "/s", "--format", "patch", "-c", "--except"]
    let refused = tree.run(patch + ["a.c"])
    #expect(refused.status == 2 && refused.output == "", "\(refused)")
    #expect(refused.errors.contains("replace the object a"), "\(refused)")
    let whole = tree.run(patch + ["a"])
    #expect(whole.output == #"[{"op":"replace","path":"/e","value":6}]"# + "\n", "\(whole)")
  }
}
