import TestSupport
import Testing

/// What walks over whole trees, and explains deep ones, costs in proportion to what files say.
extension GrowthTests {
  /// Runs a command over a tree that `check` reads as well, and expects it to take no more than so many
  /// times as long.
  private func expect(
    _ command: [String], within factor: Double, ofCheckOf files: [(path: String, text: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tree = Confined(files)
    let commands = [["check", "-q"], command]
    let growth = Growth(ignoring: 0.01) { number in
      let result = try tree.run(commands[number])
      try #require(result.isAnswer, "\(result.told)", sourceLocation: sourceLocation)
      return result.seconds
    }
    let ratio = try growth.ratio(from: 0, to: 1, until: factor)
    #expect(ratio < factor, sourceLocation: sourceLocation)
  }

  /// So many scopes, each directly below the one before.
  private static func nestedScopes(
    _ count: Int, _ text: (Int) -> String
  ) -> [(path: String, text: String)] {
    (0..<count).map { (String(repeating: "s/", count: $0) + "p.json", text($0)) }
  }

  @Test func asManyKeysAsScopesOfWhichEachHasOne() throws {
    try expectLinear(
      800,
      { count in
        Confined((0..<count).map { ("s\($0)/p.json", "{\"own\($0)\": \($0)}") })
      }, ["where", "-q", "/", "*"])
  }

  /// As many patterns as there are keys that they do not name, on the way to a quarter as many scopes.
  @Test(arguments: ["*.x", "*.*"]) func exclusionsThatNameNothing(pattern: String) throws {
    func tree(_ count: Int) -> Confined {
      let keys = Self.members(count) { "\"k\($0)\": {\"x\": 1}" }
      let patterns = Self.members(count) { "\"*.p\($0)\"" }
      return Confined(
        [("p.json", "{\(keys)}"), ("a/p.json", "{\"$exclude\": [\(patterns)]}")]
          + (0..<count / 4).map { ("a/s\($0)/p.json", "{\"k\($0)\": {\"x\": 2}}") })
    }
    // There are as many more keys in as many more scopes.
    try expectGrowth(below: 5.5, from: 100, to: 200, tree, ["where", "-q", "/", pattern])
  }

  /// What nobody says is asked of each level once, and not twice of each by the one below it.
  @Test(arguments: ["exclude", "stop", "exclude.x", "exclude.*.x"])
  func markersOfNestedScopesForKeysThatNobodyHas(marker: String) throws {
    let parts = marker.split(separator: ".", maxSplits: 1)
    let key = parts.count > 1 ? "gone.\(parts[1])" : "gone"
    try expectGrowth(
      below: 6, from: 12, to: 20,
      { count in
        Confined(Self.nestedScopes(count) { "{\"$\(parts[0])\": [\"\(key)\"], \"own\": \($0)}" })
      }, ["check", "-q"])
  }

  /// The same with an overlay: each level of it asks what the trees before gave.
  @Test func whatGoesDownInNestedScopesOfTwoTrees() throws {
    let says = #"{"a": {"b": {"c": {"c": 1}}}, "$type": {"**.*": "array"}, "$pass": ["**", "b"]}"#
    try expectGrowth(
      below: 11, from: 16, to: 40,
      { count in
        Confined(
          Self.nestedScopes(count) { $0 == 0 ? #"{"a": {"b": {"c": 1}}, "b": {"a": 2}}"# : says }
            + Self.nestedScopes(count) { _ in "{}" }.map { ("_over/" + $0.path, $0.text) })
      }, ["check", "-q", "--overlay", "_over"])
  }

  @Test func valuesThatNestedScopesWriteInVain() throws {
    let values = Self.members(20) { "\"k\($0)\": \($0)" }
    try expect(
      ["tidy", "-q", "--dry-run"], within: 16,
      ofCheckOf: Self.nestedScopes(120) { "{\(values), \"own\": \($0)}" })
  }

  @Test func stopsOfOneFileThatTakeNothing() throws {
    let stops = Self.members(6000) { "\"n\($0)x\($0)\"" }
    try expect(
      ["tidy", "-q", "--dry-run"], within: 8,
      ofCheckOf: [("p.json", #"{"a": 1}"#), ("a/p.json", "{\"$stop\": [\(stops)], \"b\": 2}")])
  }

  @Test func objectsInObjectsThatManyScopesWrite() throws {
    let scope = String(repeating: "/s", count: 29)
    try expectLinear(
      120,
      { count in
        Confined(Self.nestedScopes(30) { TrapTests.nested(count, "\($0)", name: "a") })
      }, ["explain", "-q", scope, "a"])
  }

  @Test func valuesThatEachDrawOnWhatTheyInherit() throws {
    let files = Self.nestedScopes(240) { number in
      number == 0 ? #"{"path": "/r"}"# : #"{"path": {"$format": "${$inherited}:/x"}}"#
    }
    try expect(["where", "-q", "/", "path"], within: 3, ofCheckOf: files)
  }

  /// So many directories, each in the one before, of which the first and the last hold a file.
  private static func chain(_ count: Int, in tree: String) -> [(path: String, text: String)] {
    [0, count].map { depth in
      (tree + String(repeating: "s/", count: depth) + "p.json", "{\"\(tree)\(depth)\": 1}")
    }
  }

  @Test(arguments: [
    "check -q", "where -q / *", "impact -q --exit-zero --against _former", "tidy -q --dry-run",
  ])
  func nestedScopesThatAnOverlayHasToo(command: String) throws {
    // Each scope has the levels of all above it, in both trees.
    try expectGrowth(
      below: 24, from: 80, to: 320,
      { count in
        Confined(["", "_over/", "_former/"].flatMap { Self.chain(count, in: $0) })
      }, command.split(separator: " ").map(String.init) + ["--overlay", "_over"])
  }

  @Test func whatWasMeantIsLookedForInEachScopeAmongWhatItTouches() throws {
    try expectLinear(
      250,
      { count in
        Confined(
          [("p.json", "{\(Self.members(count) { "\"k\($0)\": {\"a\": 1}" })}")]
            + (0..<count).map { ("s\($0)/p.json", #"{"own": 1}"#) })
      }, ["where", "/", "nosuchkeyanywhere"])
  }

  @Test func nothingElseIsMeantByAKeyThatAPatternFound() throws {
    try expectLinear(
      400,
      { count in
        Confined([
          ("p.json", "{\(Self.members(count) { "\"root\($0)\": {\"x\": 1}" })}"),
          ("s/p.json", "{\"own\": {\(Self.members(count) { "\"key\($0)\": 1" })}}"),
        ])
      }, ["where", "/", "**", "--scopes"])
  }
}
