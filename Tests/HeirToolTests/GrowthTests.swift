import Foundation
import TestSupport
import Testing

/// Twice the input takes about twice the time.
@Suite struct GrowthTests {
  /// Runs the same command over input of one size and of twice that.
  func expectLinear(
    _ size: Int, _ make: @escaping (Int) -> Confined, _ command: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectGrowth(
      below: 2.6, from: size, to: size * 2, make, command, sourceLocation: sourceLocation)
  }

  func expectGrowth(
    below limit: Double, from small: Int, to large: Int, _ make: @escaping (Int) -> Confined,
    _ command: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // What starting costs, and the noise of short times, is not in proportion to anything.
    let growth = Growth(ignoring: 0.01) { size in
      let result = try make(size).run(command)
      try #require(result.isAnswer, "\(result.told)", sourceLocation: sourceLocation)
      return result.seconds
    }
    let ratio = try growth.ratio(from: small, to: large, until: limit)
    #expect(ratio < limit, sourceLocation: sourceLocation)
  }

  static func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ",")
  }

  @Test(arguments: [
    ["get", "-q", "/a/b", "other"], ["get", "-q", "/a/b", TrapTests.names(200)],
    ["resolve", "-q", "/a/b"], ["explain", "-q", "/a/b"], ["check", "-q"],
  ])
  func aFinalKeyDeepInAnObjectThatIsWrittenAgain(command: [String]) throws {
    func tree(_ depth: Int) -> Confined {
      Confined([
        ("p.json", #"{"other": 1, "# + TrapTests.nested(depth, "1").dropFirst()),
        ("a/p.json", #"{"$final": ["\#(TrapTests.names(depth))"]}"#),
        ("a/b/p.json", TrapTests.nested(depth, "2")),
      ])
    }
    let result = try tree(200).run(command)
    #expect(result.status == (command[0] == "check" ? 1 : 0), "\(result.told)")
    #expect(command[0] != "get" || result.output == "1\n", "\(result.told)")
    // A path is as long as the key is deep.
    try expectGrowth(below: 5, from: 200, to: 400, tree, command)
  }

  @Test func referencesIntoInclusions() throws {
    try expectLinear(
      100,
      { count in
        Confined([
          ("_f", #"{"a": 1, "b": {"c": 2}}"#),
          (
            "p.json",
            "{" + Self.members(count) { "\"i\($0)\": {\"$include\": \"_f\"}" } + ", \"all\": ["
              + Self.members(count) { "{\"$ref\": \"i\($0).b.c\"}" } + "]}"
          ),
        ])
      }, ["get", "/", "all"])
  }

  @Test(arguments: [["resolve", "/a"], ["explain", "/a"], ["check", "-q"]])
  func refusalsInAFileOfOneLine(command: [String]) throws {
    try expectLinear(
      500,
      { count in
        Confined([
          ("p.json", #"{"$final": ["*"], "# + Self.members(count) { "\"k\($0)\": 1" } + "}"),
          ("a/p.json", "{" + Self.members(count) { "\"k\($0)\": 2" } + "}"),
        ])
      }, command)
  }

  /// As many lists in the root as there are unrelated scopes below it.
  private static func listsOverScopes(_ count: Int, _ directive: String = "") -> Confined {
    let lists = members(count) { "\"list\($0)\": [\($0)]" }
    return Confined(
      [("p.json", "{\(directive)\(lists)}")]
        + (0..<count).map { ("s\($0)/p.json", "{\"own\($0)\": \($0)}") })
  }

  @Test(arguments: [
    ("$merge", #""append""#), ("$type", #""array""#), ("$about", #""x""#),
    ("$deprecated", #""x""#), ("$secret", nil), ("$final", nil), ("$required", nil),
  ])
  func declarationsOverScopesThatSayNothingOfThem(directive: String, line: String?) throws {
    try expectLinear(
      400,
      { count in
        let lines = Self.members(count) { number in
          "\"list\(number)\"" + (line.map { ": " + $0 } ?? "")
        }
        let value = line == nil ? "[\(lines)]" : "{\(lines)}"
        return Self.listsOverScopes(count, "\"\(directive)\": \(value), ")
      }, ["check", "-q", "--rules", "syntax"])
  }

  @Test(arguments: [
    #""$type": {"*": ["array", "number"]}, "#,
    #""$type": {"*": ["array", "number"], "*.*": "null"}, "#,
    #""$secret": ["*"], "#, #""$merge": {"*": "append"}, "#,
  ])
  func aPatternOverScopesThatSayNothingOfItsKeys(directive: String) throws {
    try expectLinear(400, { Self.listsOverScopes($0, directive) }, ["check", "-q"])
  }

  @Test(arguments: ["text", "json", "sarif", "github"])
  func findingsThatAllStandOnOneLine(format: String) throws {
    let tree = { (count: Int) in
      let members = "{" + Self.members(count) { "\"é\($0)\": 1" } + "}"
      return Confined([("p.json", members), ("a/p.json", members)])
    }
    try expectLinear(4000, tree, ["check", "-q", "--rules", "redundant", "--format", format])
  }

  /// As many broken references as there are empty scopes that inherit them, and half of them mended in one.
  @Test(arguments: [["check", "-q"], ["where", "-q", "/", "*"]])
  func brokenReferencesOverScopesThatShareThem(command: [String]) throws {
    let tree = { (count: Int) in
      let broken = Self.members(count) { "\"k\($0)\": {\"$format\": \"${nope\($0 % 2)}x\"}" }
      return Confined(
        [("p.json", "{\(broken)}"), ("m/p.json", #"{"nope0": 1}"#)]
          + (0..<count).map { ("m/s\($0)/.keep", "") })
    }
    try expectLinear(200, tree, command)
    let result = try tree(100).run(command)
    let told = (result.output + result.errors).split(separator: "\n")
    #expect(told.count { $0.contains("error: 'nope1' has no value in /") } == 50, "\(result.told)")
    #expect(command[0] != "check" || !result.output.contains("'nope0'"), "\(result.told)")
    #expect(command[0] != "check" || result.output.contains("(in 102 scopes)"), "\(result.told)")
  }

  /// As many references that nothing answers to as there are other keys.
  @Test func referencesThatEachWantAnotherKey() throws {
    try expectLinear(
      2000,
      { count in
        let broken = Self.members(count) { "\"k\($0)\": {\"$format\": \"${nope\($0)}x\"}" }
        return Confined([("p.json", "{\(broken)}")])
      }, ["check", "-q"])
  }

  @Test(arguments: ["$about", "$stop"])
  func idleMarkersAmongAsManyKeys(directive: String) throws {
    try expectLinear(
      4000,
      { count in
        let end = directive == "$stop" ? "" : #": """#
        let (opening, closing) = directive == "$stop" ? ("[", "]") : ("{", "}")
        let idle = Self.members(count) { "\"n\($0)x\($0)\"\(end)" }
        let keys = Self.members(count) { "\"key\($0)\": 1" }
        return Confined([
          ("p.json", "{\(keys)}"),
          ("a/p.json", "{\"\(directive)\": \(opening)\(idle)\(closing)}"),
        ])
      }, ["check", "-q"])
  }

  @Test func aTreeLaidOverItself() throws {
    try expectLinear(400, { Self.listsOverScopes($0) }, ["check", "-q", "--overlay", "."])
  }

  @Test(arguments: [["check", "-q"], ["explain", "/"]])
  func aSecretOfManyStarsOverAsManyObjects(command: [String]) throws {
    func tree(_ depth: Int) -> Confined {
      let pattern = TrapTests.names(depth + 8, "*")
      let lists = Self.members(20) { "\"l\($0)\": [1]" }
      let objects = (0..<depth).reduce("{\(lists)}") { inner, _ in "{\(lists), \"o\": \(inner)}" }
      return Confined([("p.json", "{\"$secret\": [\"\(pattern)\"], \"o\": \(objects)}")])
    }
    let result = try tree(500).run(command)
    #expect(result.status == 0, "\(result.told)")
    #expect(command[0] == "check" || result.output.contains("o.l19"), "\(result.told)")
    // What is printed are keys as long as they are deep.
    try expectGrowth(below: 6, from: 250, to: 500, tree, command)
  }

  @Test(arguments: [
    ["explain", "-q", String(repeating: "/s", count: 149), TrapTests.names(149)],
    ["scopes", "--json"], ["check", "-q"],
  ])
  func threeHundredScopesThatEachNestThreeHundredObjects(command: [String]) throws {
    func tree(_ count: Int) -> Confined {
      Confined(
        (0..<count).map { depth in
          (String(repeating: "s/", count: depth) + "p.json", TrapTests.nested(299, "\(depth)"))
        })
    }
    let result = try tree(300).run(command)
    #expect(result.status == 0, "\(result.told)")
    #expect(result.errors == "")
    try expectGrowth(below: 3, from: 150, to: 300, tree, command)
  }

  /// As many stops of all that is four names deep, and as many of single members of it.
  @Test(arguments: [##""$final": ["other"]"##, ##""$final": ["*.*.*.b1"]"##, ##""$about": {}"##])
  func manyStopsThatReachTheSameKeys(finals: String) throws {
    func tree(_ depth: Int) -> String {
      depth == 0 ? "1" : "{" + Self.members(12) { "\"a\($0)\": \(tree(depth - 1))" } + "}"
    }
    try expectLinear(
      200,
      { count in
        let all = String(repeating: #""*.*.*.*","#, count: count)
        let some = Self.members(count) { "\"*.*.*.a\($0)\"" }
        return Confined([
          ("p.json", tree(4)), ("a/p.json", "{\"$stop\": [\(all)\(some)], \(finals)}"),
        ])
      }, ["resolve", "-q", "/a"])
  }
}
