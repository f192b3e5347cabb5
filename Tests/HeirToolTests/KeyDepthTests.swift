import Foundation
import Testing

/// No key has more than 512 names, wherever it comes from: what works on keys may go down with them.
@Suite struct KeyDepthTests {
  private static func key(_ count: Int, _ separator: String = ".") -> String {
    Array(repeating: "a", count: count).joined(separator: separator)
  }

  /// `{"a": {"a": … inner … }}`, so many objects deep.
  private static func nested(_ depth: Int, _ inner: String) -> String {
    String(repeating: #"{"a": "#, count: depth) + inner + String(repeating: "}", count: depth)
  }

  private static func run(
    _ arguments: [String], _ files: [(path: String, text: String)]
  ) throws -> Program.Result {
    let scratch = Scratch(files + [(".heir", "")])
    return try withExtendedLifetime(scratch) {
      try Program.run(Program.heir, arguments, in: scratch.url)
    }
  }

  @Test(arguments: [513, 30_000], [".", "/"])
  func aLongerKeyOnTheCommandLineIsRefused(count: Int, separator: String) throws {
    let key = (separator == "/" ? "/" : "") + Self.key(count, separator)
    let lines = [
      ["get", "/", key], ["resolve", "/", key], ["explain", "/", key],
      ["get", "/", "x", "--set", key + "=1"],
    ]
    for line in lines {
      let result = try Self.run(line, [("p.json", "{}")])
      #expect(result.status == 2)
      #expect(result.errors.contains("more than 512 names"), "\(result.errors.prefix(300))")
      #expect(result.errors.utf8.count < 1000)
    }
  }

  @Test func aKeyOf512NamesIsTaken() throws {
    for key in [Self.key(512), "/" + Self.key(512, "/")] {
      let set = try Self.run(["get", "/", key, "--set", key + "=7"], [("p.json", "{}")])
      #expect(set.output == "7\n" && set.status == 0)
    }
    let file = ("p.json", Self.nested(512, "7"))
    #expect(try Self.run(["get", "/", Self.key(512)], [file]).output == "7\n")
  }

  @Test func keyAndValueMayTogetherNestNoDeeper() throws {
    func set(_ names: Int, _ arrays: Int) throws -> Program.Result {
      let value = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
      return try Self.run(
        ["resolve", "/", "--set", "\(Self.key(names))=\(value)"], [("p.json", "{}")])
    }
    #expect(try set(300, 212).status == 0)
    let both = try set(300, 213)
    #expect(both.status == 2 && both.errors.contains("key and value together nest deeper than 512"))
    let value = try set(1, 513)
    #expect(value.status == 2 && value.errors.contains("the value nests deeper than 512"))
  }

  static let directives = [
    #""$stop": ["KEY"]"#, #""$exclude": ["KEY"]"#, #""$final": ["KEY"]"#,
    #""$secret": ["KEY"]"#, #""$required": ["KEY"]"#, #""$merge": {"KEY": "replace"}"#,
    #""$remove": {"KEY": [1]}"#, #""$type": {"KEY": "string"}"#, #""$about": {"KEY": "x"}"#,
    #""x": {"$ref": "KEY"}"#, #""x": {"$format": "${KEY}"}"#,
  ]

  @Test(arguments: directives) func aLongerKeyInAFileIsRefusedAtItsPlace(text: String) throws {
    func check(_ key: String, inside depth: Int = 0) throws -> Program.Result {
      let inner = "{\(text.replacing("KEY", with: key))}"
      return try Self.run(["check"], [("p.json", Self.nested(depth, inner))])
    }
    for key in [Self.key(513), Self.key(30_000), Self.key(30_000).replacing("a", with: "*")] {
      let result = try check(key)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("p.json:1:"), "\(result.output.prefix(300))")
      let isWildcard = key.contains("*") && text.contains("x\":")
      #expect(isWildcard || result.output.contains("more than 512 names"))
    }
    #expect(try !check(Self.key(512)).output.contains("512 names"))
    // The names that lead to the object around the directive count, too; those of a reference do not.
    let isReference = text.contains("$ref") || text.contains("$format")
    let key = isReference ? ".\(Self.key(313))" : Self.key(313)
    #expect(try check(key, inside: 200).output.contains("more than 512 names"))
    #expect(try !check(String(key.dropLast(2)), inside: 200).output.contains("512 names"))
  }

  @Test func theDeepestObjectMaySpeakOfItsMembers() throws {
    let fragment = ("_f", #"{"$secret": true, "x": 1}"#)
    let files = [("p.json", Self.nested(511, #"{"$include": "_f"}"#)), fragment]
    #expect(try Self.run(["check"], files).status == 0)
  }

  @Test func inclusionsNestNoDeeperInSum() throws {
    let files = (0..<63).map { ("_f\($0)", Self.nested(500, "{\"$include\": \"_f\($0 + 1)\"}")) }
    let all = files + [("_f63", "{}"), ("p.json", #"{"x": {"$include": "_f0"}}"#)]
    for line in [["check"], ["resolve", "/"], ["get", "/", "x"], ["explain", "/", "x.a"]] {
      let result = try Self.run(line, all)
      #expect(result.status == (line == ["check"] ? 1 : 2))
      let text = result.output + result.errors
      #expect(text.contains("_f0:1:"), "\(text.prefix(300))")
      #expect(text.contains("more than 512 levels of nesting"), "\(text.prefix(300))")
    }
  }
}
