import Foundation
import TestSupport
import Testing

/// What closed objects take (A7).
@Suite struct ClosedTests {
  /// Scopes each in the one before, by their files' texts.
  private static func nested(_ texts: [String]) -> [(path: String, text: String)] {
    texts.enumerated().map { (String(repeating: "s/", count: $0) + "p.json", $1) }
  }

  /// The keys that are told to be unknown, each behind its scope.
  private static func unknown(_ files: [(path: String, text: String)]) throws -> [String] {
    let output = Scratch(tree: files).run(["check", "--rules", "unknown-key", "--json"]).output
    let report = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let findings = try #require(report?["findings"] as? [[String: Any]], "\(output)")
    return findings.map { "\($0["scope"] ?? "") \($0["key"] ?? "")" }.sorted()
  }

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

  /// What the edit writes makes nothing known, at whatever depth the same level closes.
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

  /// What was written or is named before is known, and what closes or names as it is written knows what is in it.
  private static let knownEdits: [(text: String, edit: [String])] = [
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db.host", "2"]),
    (#"{"$closed": true, "db": {"host": 1}}"#, ["db", #"{"host": 2}"#]),
    (#"{"$closed": true, "$about": {"db.*": "x"}, "db": {"host": 1}}"#, ["db.hots", "2"]),
    (#"{"db": {"$closed": true, "host": 1}}"#, ["new", "2"]),
    (#"{"db": 1}"#, ["new", #"{"$closed": true, "a": 1}"#, "--json"]),
    (
      #"{"a": {"$closed": true, "$about": {"b": "x"}}}"#,
      ["a.b", #"{"$about": {"c": "y"}, "c": 1}"#, "--json"]
    ),
  ]

  @Test(arguments: knownEdits)
  func whatWasKnownBeforeIsSet(text: String, edit: [String]) {
    let tree = Scratch(tree: [("p.json", text), ("s/p.json", "{}")])
    let result = tree.run(["set", "/"] + edit)
    #expect(result.status == 0, "\(result)")
    #expect(tree.run(["check", "--rules", "unknown-key"]).status == 0)
  }

  @Test func aNameThatAnotherFileOfTheScopeWroteIsKnown() {
    let tree = Scratch(tree: [
      ("a.json", #"{"db": {"port": 1}}"#), ("b.json", #"{"$closed": true, "db": {"host": 1}}"#),
    ])
    #expect(tree.run(["set", "/", "db.port", "2"]).status == 0)
    #expect(tree.run(["set", "/", "db.prot", "2", "--file", "b.json"]).status == 2)
  }

  // MARK: The law

  /// What rules say of random files, worked out with nothing of the program.
  private struct Naive {
    typealias Path = [String]

    struct Level {
      var written: Set<Path> = []
      /// What is no object.
      var closed: [Path] = []
      /// Patterns in which a star stands for one name.
      var known: [Path] = []

      init(_ object: [String: Any], _ path: Path = []) {
        for (name, value) in object {
          switch name {
          case "$closed":
            if let keys = value as? [String] {
              closed += keys.map { path + $0.split(separator: ".").map(String.init) }
            } else {
              closed.append(path)
            }
          case "$about":
            known += (value as? [String: Any] ?? [:]).keys.map {
              path + $0.split(separator: ".").map(String.init)
            }
          default:
            guard let inner = value as? [String: Any] else {
              written.insert(path + [name])
              continue
            }
            let level = Level(inner, path + [name])
            // An object of directives alone writes no value (I6).
            if inner.isEmpty || !level.written.isEmpty { written.insert(path + [name]) }
            written.formUnion(level.written)
            closed += level.closed
            known += level.known
          }
        }
      }
    }

    /// Whether a pattern names a path or leads there, but for what `**` stands for.
    static func fits(_ pattern: Path, _ path: Path) -> Bool {
      // `**` is the patterns with none, one, two and more stars together.
      if let deep = pattern.firstIndex(of: "**") {
        for count in 0...path.count {
          let middle = Array(repeating: "*", count: count)
          let whole = Array(pattern[..<deep]) + middle + Array(pattern[(deep + 1)...])
          // A name for which one of these stars stands is no way; the key itself is what is named.
          let isWay =
            path.count <= deep || path.count > deep + count || path.count == whole.count
          if isWay && fits(whole, path) { return true }
        }
        return false
      }
      return pattern.count >= path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// The unknown members of the last level, but for what is in an unknown one.
    static func unknown(_ levels: [Level]) -> Set<String> {
      func isUnknown(_ path: Path) -> Bool {
        if levels.contains(where: { $0.known.contains { fits($0, path) } }) { return false }
        return levels.indices.contains { place in
          levels[place].closed.contains { closed in
            closed.count < path.count && zip(closed, path).allSatisfy { $0 == "*" || $0 == $1 }
              && !levels[...place].contains { $0.written.contains(path) }
          }
        }
      }
      let all = levels.last?.written.filter(isUnknown) ?? []
      let tops = all.filter { path in
        (1..<path.count).allSatisfy { !all.contains(Array(path.prefix($0))) }
      }
      return Set(tops.map { $0.joined(separator: ".") })
    }
  }

  private static func object(_ random: inout SplitMix64, depth: Int) -> [String: Any] {
    var object: [String: Any] = [:]
    func key(of words: [String] = ["a", "b", "c", "*"]) -> String {
      let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      return names.joined(separator: ".")
    }
    for name in ["a", "b", "c"] where Bool.random(using: &random) {
      object[name] =
        depth < 3 && Bool.random(using: &random) ? Self.object(&random, depth: depth + 1) : 1
    }
    if Int.random(in: 0..<6, using: &random) == 0 { object["$closed"] = true }
    if Int.random(in: 0..<8, using: &random) == 0 { object["$closed"] = [key()] }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let words = ["a", "b", "c", "*", "a", "b", "c", "**"]
      object["$about"] = [key(of: words): "x"].merging([key(of: words): "y"]) { $1 }
    }
    return object
  }

  @Test(arguments: Seeds.upTo(40))
  func theRulesAloneTellTheSame(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let objects = (0..<4).map { _ in Self.object(&random, depth: 1) }
    let texts = try objects.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    let levels = objects.map { Naive.Level($0) }
    var expected: [String] = []
    for count in 1...levels.count {
      let scope = count == 1 ? "/" : String(repeating: "/s", count: count - 1)
      expected += Naive.unknown(Array(levels[..<count])).map { "\(scope) \($0)" }
    }
    #expect(try Self.unknown(Self.nested(texts)) == expected.sorted(), "\(texts)")
  }
}
