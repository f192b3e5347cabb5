import Foundation
import TestSupport
import Testing

/// Trees of less than 10 KB whose keys, patterns and references multiply.
@Suite struct SmallTreeTests {
  private static func nested(_ depth: Int, _ value: Int) -> String {
    String(repeating: #"{"a": "#, count: depth) + "\(value)" + String(repeating: "}", count: depth)
  }

  private static func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ", ")
  }

  private func confined(
    _ megabytes: Int, _ files: [(path: String, text: String)]
  ) -> Confined {
    var tree = Confined(files)
    tree.megabytes = megabytes
    return tree
  }

  /// Each key of a report has a mask, and the pattern is at the same place for most of them.
  @Test func aPatternOfSecretsCostsNestedKeysLittle() throws {
    let object = Self.nested(150, 1)
    let below = ("s/p.json", Self.nested(150, 2))
    let trees = ["", #""$secret": ["**.a.**.b"], "#].map { directive in
      Scratch(tree: [("p.json", "{\(directive)" + object.dropFirst()), below])
    }
    let growth = Growth.ofBusySeconds { number in
      let result = trees[number].run(["where", "/", "**"])
      #expect(result.status == 0 && result.output.contains("a.a.a"), "\(result)")
    }
    #expect(try growth.ratio(from: 0, to: 1, until: 5) < 5)
  }

  /// Each part of a value has a list of the keys on the way to it.
  @Test func manyChangedLeavesNeedLittleMemory() throws {
    let count = Seeds.isLong ? 13 : 12
    func text(_ last: String) -> String {
      let doublings = Self.members(count) {
        "\"k\($0)\": {\"x\": {\"$ref\": \"k\($0 + 1)\"}, \"y\": {\"$ref\": \"k\($0 + 1)\"}}"
      }
      return "{\(doublings), \"k\(count)\": \"\(last)\"}"
    }
    let tree = confined(
      Seeds.isLong ? 120 : 85,
      [("p.json", text("new")), ("_old/.heir", ""), ("_old/p.json", text("old"))])
    let result = try tree.run("impact", "--against", "_old", "--json")
    #expect(
      result.status == 1 && result.output.contains("k0.x.y.x.y.x.y.x.y.x.y.x"), "\(result.told)")
  }

  @Test(arguments: Seeds.first(1, of: ["$final", "$closed"]))
  func patternsOfManyKeysNeedLittleMemory(directive: String) throws {
    let patterns = Self.members(150) { number in
      let stars = String(repeating: "k", count: number % 3)
      return "\"**.\(stars)*.**.b\(number)\""
    }
    let keys = Self.members(150) { "\"k\($0)\": {\"a\": 1, \"b\": 2}" }
    let tree = confined(
      200, [("p.json", "{\"\(directive)\": [\(patterns)], \(keys)}"), ("s/p.json", "{}")])
    let result = try tree.run("schema", "/s", "-c")
    #expect(result.status == 0 && result.output.utf8.count > 1_000_000, "\(result.told)")
  }

  /// Each definition of the schema compares all patterns with each other.
  @Test func aSchemaOfManyPatternsForManyKeysIsAnError() throws {
    let patterns = Self.members(100) { "\"**.*\($0)\": \"text\"" }
    let keys = Self.members(150) { "\"k\($0)\": {\"a\($0)\": {\"b\": 1}}" }
    let tree = confined(200, [("p.json", "{\"$about\": {\(patterns)}, \(keys)}")])
    let result = try tree.run("schema", "/")
    #expect(result.status == 2 && result.errors.contains("schema"), "\(result.told)")
  }
}
