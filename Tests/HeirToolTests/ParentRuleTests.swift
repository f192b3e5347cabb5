import Testing

@Suite struct ParentRuleTests {
  private static func run(_ template: String, _ words: [String]) -> Harness.Result {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/s/{name}": ["\#(template)"]}}"#), ("p.json", #"{"a}b": "r"}"#),
      ("role/r/p.json", #"{"x": 1}"#), ("role/$r/p.json", #"{"x": 2}"#), ("s/r/p.json", "{}"),
      ("_facts.json", #"{"a}b": "r"}"#),
    ])
    return Harness(in: tree.url).run(words)
  }

  @Test(arguments: [
    ("/role/${a*}", "'a*' is a pattern, but a key is needed"),
    ("/role/${a..b}", "'a..b'"),
    ("/role/${$facts.*}", "'$facts.*' is a pattern"),
    ("/role/${$facts.}", "the key is empty"),
    ("/role/${}", "the key is empty"),
    ("/role/${.a}", "'.a'"),
    ("/role/${a", "'${' without '}'"),
    ("/role/${a|b}", "a reference in a template takes no default"),
    (#"/role/${\"a}"#, "'${' without '}'"),
    ("/role/${$scop.name}", "not a template; write a path from the root"),
    ("/role/${$scope}", "not a template; write a path from the root"),
  ])
  func aKeyThatIsNoneIsToldWithItsPlace(template: String, words: String) {
    let result = Self.run(template, ["get", "/", "x", "--default", "0"])
    #expect(result.status == 2 && result.errors.hasPrefix(".heir:1:28: error: "), "\(result)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  /// '/s' is asked with a role of its own, though others have inherited from it as it is before.
  @Test func whatIsSetCountsForTheAskedScopeAndForNoOther() {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/s": ["/role/${role}"], "/s/*": ["/role/c"]}}"#),
      ("s/p.json", #"{"role": "a"}"#), ("s/t/p.json", "{}"), ("role/a/p.json", #"{"x": 1}"#),
      ("role/b/p.json", #"{"x": 2}"#), ("role/c/p.json", #"{"y": 1}"#),
    ])
    let result = Harness(in: tree.url).run(
      "diff", "/s/t", "/s", "x", "--set", "role=b", "--json", "-c")
    #expect(result.output.contains(#""to":{"value":2,"#), "\(result)")
    #expect(result.output.contains(#""from":{"value":1,"#), "\(result)")
  }
}
