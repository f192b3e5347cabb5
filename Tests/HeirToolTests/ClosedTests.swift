import Foundation
import TestSupport
import Testing

/// What closed objects take (A7).
@Suite struct ClosedTests {
  @Test func whatAnOverlayWritesHasToBeKnownBelow() {
    let base = Scratch(tree: [("p.json", "{}"), ("s/p.json", #"{"$closed": true, "a": 1}"#)])
    let overlay = Scratch([("p.json", #"{"a": 1, "b": 1}"#)])
    let output = base.run(["check", "--rules", "unknown-key", "--overlay", overlay.url.path]).output
    #expect(
      output.contains("unknown key 'b'") && !output.contains("unknown key 'a'"), "\(output)")
    #expect(output.components(separatedBy: "[unknown-key]").count == 2)
  }

  @Test func whatIsUnknownAndSetIsRefusedForEveryCommand() {
    let tree = Scratch(tree: [("p.json", #"{"$closed": true, "a": 1}"#)])
    for command in [
      ["get", "/", "a"], ["resolve", "/"], ["explain", "/", "a"], ["diff", "/", "/"],
      ["exec", "/", "--prefix", "X_", "--", "true"],
    ] {
      let words = [command[0], "--set", "b=1"] + command.dropFirst()
      let result = tree.run(words)
      #expect(result.status == (command[0] == "exec" ? 125 : 2) && result.errors.contains("'b'"))
      #expect(!result.output.contains("1"))
      #expect(tree.run([command[0], "--set", "a=1"] + command.dropFirst()).status < 2)
    }
  }

  private static let unknownEdits: [(text: String, edit: [String], unknown: String)] = [
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db.hots", "2"], "db.hots"),
    (#"{"$closed": true, "db": {"host": 1}}"#, ["new", "2"], "new"),
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db", #"{"host": 2, "hots": 1}"#], "db.hots"),
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db.a.b", "1"], "db.a"),
    (#"{"db": {"$closed": true, "host": 1}}"#, ["db.hots", "2"], "db.hots"),
    (#"{"$closed": ["*.x"], "a": {"x": {"b": 1}}}"#, ["a.x.c", "1"], "a.x.c"),
  ]

  @Test(arguments: unknownEdits)
  func anEditMakesNothingKnown(text: String, edit: [String], unknown: String) {
    let tree = Scratch(tree: [("p.json", text), ("s/p.json", "{}")])
    let result = tree.run(["set", "/"] + edit)
    let isTold = result.errors.contains("unknown key '\(unknown)' in a closed object")
    #expect(result.status == 2 && isTold, "\(result)")
    #expect(tree.text("p.json") == text)
    #expect(tree.run(["declare", "/", "\(unknown).**", "--about", "x", "-q"]).status == 0)
    #expect(tree.run(["set", "/"] + edit + ["-q"]).status == 0)
    #expect(tree.run(["check", "--rules", "unknown-key"]).status == 0)
  }

  private static let knownEdits: [(text: String, edit: [String])] = [
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db.host", "2"]),
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db", #"{"host": 2}"#]),
    (#"{"$closed": true, "$about": {"db.*": "x"}, "db": {"host": 1}}"#, ["db.hots", "2"]),
    (#"{"db": {"$closed": true, "host": 1}}"#, ["new", "2"]),
    (#"{"db": 1}"#, ["new", #"{"$closed": true, "a": 1}"#, "--as-json"]),
    (
      #"{"a": {"$closed": true, "$about": {"b": "x"}}}"#,
      ["a.b", #"{"$about": {"c": "y"}, "c": 1}"#, "--as-json"]
    ),
  ]

  @Test(arguments: knownEdits)
  func whatWasKnownBeforeIsSet(text: String, edit: [String]) {
    let tree = Scratch(tree: [("p.json", text), ("s/p.json", "{}")])
    let result = tree.run(["set", "/"] + edit)
    #expect(result.status == 0, "\(result)")
    #expect(tree.run(["check", "--rules", "unknown-key"]).status == 0)
  }

  @Test func whatIsPresentIsKnownAfterwards() {
    var count = 0
    for seed in UInt64(0)..<(Seeds.isLong ? 40 : 12) {
      let desk = RandomDesk(seed: seed)
      let scope = desk.scopes[Int(seed) % desk.scopes.count]
      func errors() -> Set<String> {
        let rules = ["--rules", "unknown-key,type", "--allow-env", "*"]
        let lines = desk.harness.run(["check", "/"] + rules).output.split(separator: "\n")
        return Set(lines.filter { $0.hasSuffix("[unknown-key]") }.map(String.init))
          .union(lines.filter { $0.hasSuffix("[type]") }.map { String($0.prefix { $0 != ":" }) })
      }
      let before = errors()
      let line = ["declare", scope] + (seed % 3 == 0 ? ["a"] : []) + ["--closed", "--known", "-q"]
      if desk.harness.run(line).status != 0 { continue }
      count += 1
      let new = errors().subtracting(before)
      #expect(new.isEmpty, "seed \(seed), \(scope): \(new)\n\(desk.tree)")
    }
    #expect(count > (Seeds.isLong ? 12 : 6))
  }

  @Test func aNameThatAnotherFileOfTheScopeWroteIsKnown() {
    let tree = Scratch(tree: [
      ("a.json", #"{"db": {"port": 1}}"#), ("b.json", #"{"$closed": true, "db": {"host": 1}}"#),
    ])
    #expect(tree.run(["set", "/", "db.port", "2"]).status == 0)
    #expect(tree.run(["set", "/", "db.prot", "2", "--file", "b.json"]).status == 2)
  }

  /// A pattern with '**' makes a key known, but not the object around it.
  @Test func theObjectAroundAKeyThatAPatternNamesIsDeclared() {
    let scratch = Scratch([
      (".heir", ""), ("v.json", #"{"$secret": ["**.pw"]}"#),
      ("c/v.json", #"{"db": {"pw": "x"}, "k": {"m": {"pw": 1, "n": 2}}}"#),
    ])
    let harness = Harness(in: scratch.url)
    #expect(harness.run("declare", "/", "--closed", "--known").status == 0)
    let check = harness.run("check", "--rules", "unknown-key,type")
    #expect(check.status == 0 && check.output == "", "\(check)")
  }
}
