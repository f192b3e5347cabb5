import Testing

@Suite struct StrictTests {
  private let tree = Scratch([
    (".heir", #"{"inherit": {"/node/*": ["/${$facts.role}"]}}"#),
    ("p.json", #"{"$required": ["port"]}"#), ("lib/p.json", #"{"$abstract": true}"#),
    ("lib/web/p.json", "{}"), ("base/p.json", "{}"), ("role/p.json", "{}"),
    ("a/p.json", #"{"$inherit": ["/base"], "port": 1}"#), ("b/p.json", "{}"),
    ("node/n/p.json", "{}"), ("broken/p.json", "{"), ("_n.json", #"{"role": "role"}"#),
  ])

  @Test(arguments: [
    ("/lib", true), ("/lib/web", true), ("/base", true), ("/a", true), ("/b", false),
    ("/node/n", true), ("/role", false),
  ])
  func nothingIsRequiredWhereOnlyOthersNeedIt(scope: String, isAnswered: Bool) {
    let result = Harness(in: tree.url).run("get", scope, "port", "--default", "1", "--strict")
    #expect((result.output == "1\n") == isAnswered, "\(result)")
    #expect(result.errors.contains("required") != isAnswered, "\(result)")
  }

  @Test func whoInheritsMayBeSaidByFacts() {
    let harness = Harness(in: tree.url)
    let facts = ["--default", "1", "--strict", "--facts", "_n.json"]
    #expect(harness.run(["get", "/role", "port"] + facts).output == "1\n")
    #expect(harness.run(["get", "/node/n", "port"] + facts).status == 2)
    let listed = harness.run("scopes", "/node", "--json", "-c", "--facts", "_n.json")
    #expect(listed.output.contains(#""inherits":["/role"]"#), "\(listed)")
  }
}
