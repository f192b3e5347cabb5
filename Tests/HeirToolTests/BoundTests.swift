import Foundation
import TestSupport
import Testing

/// What could go on for ever, or grow without end, is an error with a place, soon.
@Suite struct BoundTests {
  struct Trap: CustomTestStringConvertible, Sendable {
    let name: String
    let files: [(path: String, text: String)]
    let words: String
    var key = "k0"

    var testDescription: String { name }
  }

  /// `{"k0": …, "k1": …}`, each made of what leads to the next.
  private static func chain(
    _ count: Int, last: String, isReversed: Bool = false, _ link: (String) -> String
  ) -> String {
    let members =
      (0..<count).map { "\"k\($0)\": \(link("k\($0 + 1)"))" } + ["\"k\(count)\": \(last)"]
    return "{\((isReversed ? members.reversed() : members).joined(separator: ", "))}"
  }

  static let traps: [Trap] = [
    Trap(
      name: "forty levels of doubling by texts",
      files: [("p.json", chain(40, last: "\"x\"") { "{\"$format\": \"${\($0)}${\($0)}\"}" })],
      words: "16 MiB"),
    Trap(
      name: "forty levels of doubling in arrays",
      files: [
        ("p.json", chain(40, last: "1") { "[{\"$ref\": \"\($0)\"}, {\"$ref\": \"\($0)\"}]" })
      ],
      words: "50000 values"),
    Trap(
      name: "forty levels of doubling in objects",
      files: [
        (
          "p.json",
          chain(40, last: "1") { "{\"a\": {\"$ref\": \"\($0)\"}, \"b\": {\"$ref\": \"\($0)\"}}" }
        )
      ], words: "50000 values"),
    Trap(
      name: "forty levels of doubling by inclusions",
      files: (0..<40).map {
        (
          "_f\($0)",
          "{\"a\": {\"$include\": \"_f\($0 + 1)\"}, \"b\": {\"$include\": \"_f\($0 + 1)\"}}"
        )
      } + [("_f40", "{}"), ("p.json", #"{"k0": {"$include": "_f0"}}"#)],
      words: "inclusions in one scope"),
    Trap(
      name: "a hundred thousand references in a row",
      files: [("p.json", chain(100_000, last: "1") { "{\"$ref\": \"\($0)\"}" })],
      words: "references in a chain"),
    Trap(
      name: "results that nest without end",
      files: [("p.json", chain(2000, last: "1") { "{\"a\": {\"$ref\": \"\($0)\"}}" })],
      words: "deeper than 512 levels"),
    Trap(
      name: "a thousand files that include one another",
      files: (0..<1000).map { ("_f\($0)", "{\"$include\": \"_f\($0 + 1)\"}") }
        + [("_f1000", "{}"), ("p.json", #"{"k0": {"$include": "_f0"}}"#)],
      words: "nested inclusions"),
  ]

  @Test func aLongElementThatIsNotComputedIsPrinted() throws {
    let tree = Confined([("p.json", #"{"k": ["\#(String(repeating: "x", count: 17 << 20))"]}"#)])
    let result = try tree.run(["get", "/", "k.0"])
    #expect(result.status == 0 && result.output.utf8.count == 17 << 20 + 1)
  }

  @Test(arguments: Seeds.first(4, of: traps)) func endlessInputIsAnErrorWithAPlace(trap: Trap)
    throws
  {
    let tree = Confined(trap.files)
    for command in Seeds.first(1, of: [["resolve", "/"], ["get", "/", trap.key]]) {
      let result = try tree.run(command)
      #expect(result.status == 2, "\(result.told)")
      #expect(result.output == "")
      #expect(result.errors.contains(trap.words), "\(result.errors.prefix(600))")
      let line = try #require(result.errors.split(separator: "\n").first)
      let place = line.range(of: #"^[^:]+:\d+:\d+: error: "#, options: .regularExpression)
      #expect(place != nil, "\(line)")
    }
  }

  @Test(arguments: [("_f", 1, 6000, "10000 inclusions"), ("_large", 2 << 20, 5, "16 MiB")])
  func inclusionsOfAllFilesOfAScopeCount(name: String, size: Int, count: Int, words: String) throws
  {
    let members = (0..<count).map { "\"%\($0)\": {\"$include\": \"\(name)\"}" }
    let text = "{" + members.joined(separator: ", ") + "}"
    func result(_ files: String...) throws -> Program.Result {
      let fragment = (name, "{\"x\": \"\(String(repeating: "x", count: size))\"}")
      return try Confined([fragment] + files.map { ($0 + ".json", text.replacing("%", with: $0)) })
        .run("resolve", "/")
    }
    let one = try result("a")
    #expect(one.status == 0, "\(one.told)")
    let two = try result("a", "b")
    #expect(two.status == 2 && two.errors.contains(words), "\(two.told)")
  }

  /// The call stack does not bear such chains as a whole.
  @Test(arguments: [
    (#"{"$ref": "%"}"#, 256, "references in a chain"),
    (#"{"$format": "${%}"}"#, 256, "references in a chain"),
    (#"{"$ref": "none", "default": {"$ref": "%"}}"#, 128, "references in a chain"),
    (#"{"$ref": "%", "map": {"*": "x"}}"#, 256, "references in a chain"),
    (#"{"$format": "${none}", "default": {"$ref": "%"}}"#, 128, "references in a chain"),
    (#"{"a": {"$ref": "%"}}"#, 511, "deeper than 512 levels"),
    (#"[1, {"$ref": "%"}]"#, 511, "deeper than 512 levels"),
  ])
  func theLongestChainHasAValueAndALongerOneHasNone(link: String, most: Int, words: String) {
    func tree(_ count: Int, isReversed: Bool = false) -> Scratch {
      let text = Self.chain(count, last: "\"x\"", isReversed: isReversed) {
        link.replacing("%", with: $0)
      }
      return Scratch(tree: [("p.json", text)])
    }
    let longest = tree(most).run(["get", "/", "k0"])
    #expect(longest.status == 0 && longest.output.contains("x"), "\(longest)")
    for isReversed in Seeds.first(1, of: [true, false]) {
      let tree = tree(most + 1, isReversed: isReversed)
      let longer = tree.run(["get", "/", "k0"])
      #expect(longer.status == 2 && longer.errors.contains(words), "\(longer)")
      #expect(tree.run(["get", "/", "k1"]).status == 0)
      guard Seeds.isLong || isReversed && link.hasPrefix(#"{"$ref": "%"}"#) else { continue }
      #expect(tree.run(["resolve", "/"]).status == 2)
      #expect(tree.run(["check", "-q"]).status == 1)
    }
  }

  @Test(arguments: [false, true]) func theEndOfATooLongChainHasAValue(isReversed: Bool) {
    let text = Self.chain(257, last: "\"x\"", isReversed: isReversed) {
      "{\"$ref\": \"\($0)\", \"map\": {\"*\": \"x\"}}"
    }
    let tree = Scratch(tree: [("p.json", text)])
    #expect(tree.run(["get", "/", "k0"]).status == 2)
    #expect(tree.run(["get", "/", "k256"]).output == "x\n")
    #expect(tree.run(["resolve", "/"]).status == 2 && tree.run(["check", "-q"]).status == 1)
  }

  @Test func aLongCycleIsReportedFromTheRequestedKey() {
    let links = (0..<1000).map { "\"k\($0)\": {\"$ref\": \"k\(($0 + 1) % 1000)\"}" }
    let scratch = Scratch([("p.json", "{" + links.joined(separator: ", ") + "}")])
    let result = Harness(in: scratch.url).run("get", "/", "k500")
    let steps = (500..<1500).map { "'k\($0 % 1000)'" } + ["'k500'"]
    #expect(result.errors.contains("references: " + steps.joined(separator: " -> ") + "\n"))
  }

  @Test func twoHundredScopesMayExtendOneText() {
    var files = [(path: ".heir", text: "")]
    var scope = ""
    for depth in 0..<200 {
      let value = depth == 0 ? "\"x\"" : "{\"$format\": \"${$inherited}y\"}"
      files.append((scope + "p.json", "{\"path\": \(value)}"))
      scope += "s/"
    }
    let scratch = Scratch(files)
    let deepest = "/" + Array(repeating: "s", count: 199).joined(separator: "/")
    let result = Harness(in: scratch.url).run("get", deepest, "path")
    #expect(result.output == "x" + String(repeating: "y", count: 199) + "\n")
  }
}
