import Foundation
import TestSupport
import Testing

/// Input that nests deep: an answer or an error with a place, and no crash.
@Suite struct TrapTests {
  /// `{"o": {"o": … }}` around something, so many objects deep.
  static func nested(_ depth: Int, _ inner: String, name: String = "o") -> String {
    String(repeating: "{\"\(name)\":", count: depth) + inner
      + String(repeating: "}", count: depth)
  }

  static func names(_ count: Int, _ name: String = "o") -> String {
    Array(repeating: name, count: count).joined(separator: ".")
  }

  @Test(arguments: [
    ["get", "/"], ["resolve", "/"], ["explain", "/"], ["diff", "/", "/a"],
  ])
  func aKeyOfThirtyThousandNamesIsNotAsked(command: [String]) throws {
    let tree = Confined([("p.json", #"{"k": 1}"#), ("a/p.json", "{}")])
    let result = try tree.run(command + [Self.names(30_000)])
    #expect(result.status == 2, "\(result.told)")
    #expect(result.errors.contains("512"), "\(result.told)")
  }

  @Test func aKeyHasAtMostFiveHundredAndTwelveNames() throws {
    let tree = Confined([("p.json", Self.nested(512, "7"))])
    let deepest = try tree.run("get", "/", Self.names(512))
    #expect(deepest.output == "7\n", "\(deepest.told)")
    let set = try tree.run("get", "/", Self.names(512), "--set", Self.names(512) + "=8")
    #expect(set.output == "8\n", "\(set.told)")
    #expect(try tree.run("get", "/", Self.names(513)).status == 2)
    #expect(try tree.run("get", "/", "o", "--set", Self.names(513) + "=1").status == 2)
    #expect(try tree.run("get", "/", "/" + Self.names(513).replacing(".", with: "/")).status == 2)
  }

  @Test func keyAndValueNestTogetherNoDeeper() throws {
    func set(_ names: Int, _ arrays: Int) throws -> Program.Result {
      let value = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
      return try Confined([("p.json", "{}")]).run(
        "resolve", "/", "--set", "\(Self.names(names))=\(value)")
    }
    #expect(try set(300, 212).status == 0)
    #expect(try set(300, 213).errors.contains("key and value together nest deeper than 512"))
    #expect(try set(1, 513).errors.contains("the value nests deeper than 512"))
  }

  @Test(
    arguments: Seeds.first(
      5,
      of: [
        #"{"$stop": ["KEY"]}"#, #"{"$exclude": ["KEY"]}"#, #"{"$final": ["KEY"]}"#,
        #"{"$secret": ["KEY"]}"#, #"{"$required": ["KEY"]}"#, #"{"$merge": {"KEY": "append"}}"#,
        #"{"$remove": {"KEY": [1]}}"#, #"{"$type": {"KEY": "string"}}"#,
        #"{"$about": {"KEY": "x"}}"#, #"{"$deprecated": {"KEY": "x"}}"#,
        #"{"$until": {"KEY": "2031-01-01"}}"#, #"{"$because": {"KEY": "x"}}"#,
        #"{"k": {"$ref": "KEY"}}"#, #"{"k": {"$format": "${KEY}"}}"#,
      ]))
  func aPatternOrReferenceOfThirtyThousandNamesIsAnErrorWithItsPlace(file: String) throws {
    for name in ["o", "*"] where name == "o" || !file.contains(#""k""#) {
      let text = file.replacing("KEY", with: Self.names(30_000, name))
      let tree = Confined([("p.json", text), ("a/p.json", #"{"o": {"o": 1}}"#)])
      let found = try tree.run("check", "-q")
      #expect(found.status == 1, "\(found.told)")
      #expect(found.placed.contains { $0.hasPrefix("p.json:1:") }, "\(found.told)")
      let resolved = try tree.run("resolve", "/a")
      #expect(resolved.status == 2, "\(resolved.told)")
      #expect(resolved.placed.contains { $0.hasPrefix("p.json:1:") }, "\(resolved.told)")
    }
  }

  @Test(arguments: [
    ["resolve", "/"], ["check", "-q"], ["explain", "/"], ["completion", "keys", "/"],
  ])
  func inclusionsThatNestThirtyThousandObjectsInSumAreAnError(command: [String]) throws {
    let files = (0..<63).map { number in
      (
        "_f\(number)",
        Self.nested(500, number == 62 ? "1" : "{\"$include\":\"_f\(number + 1)\"}")
      )
    }
    let tree = Confined(files + [("p.json", #"{"k": {"$include": "_f0"}, "other": 1}"#)])
    let result = try tree.run(command)
    #expect(result.status == (command[0] == "check" ? 1 : 2), "\(result.told)")
    #expect(!result.placed.isEmpty || command[0] == "completion", "\(result.told)")
  }

  @Test(
    arguments: Seeds.first(
      2,
      of: [
        ["check", "-q"], ["explain", "/"], ["resolve", "/", "--format", "flat"], ["resolve", "/"],
        ["resolve", "/", "--origins"],
      ]))
  func referencesThatLeadEverDeeperAreAnErrorInEitherOrder(command: [String]) throws {
    let count = Seeds.isLong ? 60 : 3
    let members = (0..<count).map { number in
      "\"k\(number)\": " + Self.nested(500, "{\"$ref\":\"k\(number + 1)\"}")
    }
    for members in [members, members.reversed()] {
      let tree = Confined([("p.json", "{\"k\(count)\": 1,\n\(members.joined(separator: ",\n"))}")])
      let result = try tree.run(command)
      #expect(result.status == (command[0] == "check" ? 1 : 2), "\(result.told)")
      #expect(result.placed.contains { $0.hasPrefix("p.json:") }, "\(result.told)")
    }
  }

  @Test(arguments: Seeds.first(1, of: [["get", "/", "a"], ["resolve", "/"], ["check", "-q"]]))
  func millionsOfBracketsAreAnErrorInTheMemoryOfTheFile(command: [String]) throws {
    let (count, megabytes) = Seeds.isLong ? (10_000_000, 150) : (3_000_000, 60)
    var tree = Confined([("p.json", "{\"a\": " + String(repeating: "[", count: count))])
    tree.megabytes = megabytes
    let result = try tree.run(command)
    #expect(result.status == (command[0] == "check" ? 1 : 2), "\(result.told)")
    #expect(result.placed.contains { $0.hasPrefix("p.json:1:") }, "\(result.told)")
    #expect(result.output.utf8.count + result.errors.utf8.count < 1000)
  }
}
