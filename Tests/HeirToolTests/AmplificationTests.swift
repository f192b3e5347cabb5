import Foundation
import TestSupport
import Testing

/// Small files that come to much: an error with a place, in little memory, whatever form is asked.
@Suite struct AmplificationTests {
  static let forms: [[String]] = [
    ["resolve", "/"], ["check", "-q"], ["resolve", "/", "--format", "flat"],
    ["resolve", "/", "--origins"], ["resolve", "/", "--format", "shell", "--prefix", ""],
    ["resolve", "/", "--format", "yaml"], ["explain", "/", "--json"], ["explain", "/"],
  ]

  private func expectTooLarge(_ tree: Confined, _ command: [String]) throws {
    let result = try tree.run(command)
    #expect(result.status == (command[0] == "check" ? 1 : 2), "\(result.told)")
    #expect(!result.placed.isEmpty, "\(result.told)")
    // What explains names each that could not be worked out, not only the first.
    if command == ["explain", "/"] { #expect(result.output.contains(" = "), "\(result.told)") }
    if command[0] == "resolve" { #expect(["", "(exit 2)\n"].contains(result.output)) }
    // What could be worked out may be listed; that is bounded, too.
    #expect(result.output.utf8.count + result.errors.utf8.count < 40_000_000)
  }

  private static func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ",")
  }

  @Test(arguments: Seeds.first(2, of: forms)) func aThousandTextsOfEightMebibytesAreAnError(
    command: [String]
  ) throws {
    let doublings = Self.members(13) { "\"d\($0 + 1)\": {\"$format\": \"${d\($0)}${d\($0)}\"}" }
    let quotes = Self.members(1000) { "\"k\($0)\": {\"$format\": \"${d13}\"}" }
    let plain = String(repeating: "x", count: 1024)
    var tree = Confined([("p.json", "{\"d0\": \"\(plain)\", \(doublings), \(quotes)}")])
    tree.megabytes = 400
    try expectTooLarge(tree, command)
  }

  /// So many keys that each quote a text of a mebibyte.
  private static func quotes(_ count: Int) -> String {
    let plain = String(repeating: "x", count: 1 << 20)
    return "{\"text\": \"\(plain)\", "
      + members(count) { "\"k\($0)\": {\"$format\": \"${text}\"}" } + "}"
  }

  @Test func resultsOfAScopeAreFreedAfterIt() throws {
    var tree = Confined(
      [("p.json", Self.quotes(10))] + (0..<30).map { ("s\($0)/p.json", "{\"own\": \($0)}") })
    tree.megabytes = 200
    let result = try tree.run("check", "-q")
    #expect(result.status == 0, "\(result.told)")
  }

  /// What lists, traces or compares the parts of computed values refuses what `resolve` refuses.
  @Test(arguments: [
    "resolve /", "explain /", "explain / o17", "where / **", "diff / /a", "set /a o1.z 1 --dry-run",
  ])
  func objectsThatDoubleAreNotListed(line: String) throws {
    let doublings = Self.members(17) {
      "\"o\($0 + 1)\": {\"x\": {\"$ref\": \"o\($0)\"}, \"y\": {\"$ref\": \"o\($0)\"}}"
    }
    var tree = Confined([
      ("p.json", "{\"o0\": {\"a\": 1}, \(doublings)}"), ("a/p.json", #"{"o0": {"a": 2}}"#),
    ])
    tree.megabytes = 700
    let result = try tree.run(line.split(separator: " ").map(String.init))
    #expect(result.status == (line.hasPrefix("set") ? 0 : 2), "\(result.told)")
    #expect((result.output + result.errors).contains("50000 values"), "\(result.told)")
  }

  /// A report counts the parts of computed values also in the objects around them, and lists only keys that files name.
  @Test(arguments: ["where / **", "where / ** --json", "tidy --dry-run"])
  func objectsThatDoubleInManyScopesTakeLittle(line: String) throws {
    let doublings = Self.members(12) {
      "\"o\($0 + 1)\": {\"x\": {\"$ref\": \"o\($0)\"}, \"y\": {\"$ref\": \"o\($0)\"}}"
    }
    var tree = Confined(
      [("p.json", "{\"o0\": {\"a\": 1}, \(doublings)}")]
        + (0..<30).map { ("s\($0)/p.json", "{\"o0\": {\"a\": \($0)}}") })
    tree.megabytes = 180
    let result = try tree.run(line.split(separator: " ").map(String.init))
    #expect(result.status == (line.hasPrefix("where") ? 2 : 1), "\(result.told.prefix(2000))")
    #expect(result.output.utf8.count < 20_000_000)
    if line.hasPrefix("where") { #expect(result.errors.contains("200000 values")) }
  }

  /// Each scope computes a text of its own, and many are open at once.
  @Test(arguments: ["where / a", "set /s b 1 --dry-run"])
  func textsThatDoubleAtEachLevelAreFreed(line: String) throws {
    let text = #"{"a": {"$format": "${$inherited}${$inherited}"}}"#
    var tree = Confined(
      [("p.json", #"{"a": "x"}"#)]
        + (1..<60).map { (String(repeating: "s/", count: $0) + "p.json", text) })
    tree.megabytes = 400
    let result = try tree.run(line.split(separator: " ").map(String.init))
    #expect(!result.errors.contains("memory") && result.status < 128, "\(result.told)")
  }

  @Test func keysThatOnlyComputedValuesHaveAreNotListed() throws {
    func nested(_ value: Int) -> String {
      let list = Array(repeating: value, count: 400)
      return String(repeating: #"{"a": "#, count: 90) + "\(list)"
        + String(repeating: "}", count: 90)
    }
    var tree = Confined(
      [("p.json", #"{"o": \#(nested(0)), "copy": {"$ref": "o"}}"#)]
        + (1..<8).map { ("s\($0)/p.json", #"{"o": \#(nested($0))}"#) })
    tree.megabytes = 100
    let result = try tree.run("where", "/", "copy.**", "-q")
    #expect(result.status == 0, "\(result.told)")
    #expect(!result.output.contains("copy.a"), "\(result.told)")
  }

  @Test(arguments: Seeds.first(1, of: forms)) func tooManyValuesInSumAreAnError(command: [String])
    throws
  {
    let list = Self.members(1000) { "\($0)" }
    let quotes = Self.members(1100) { "\"k\($0)\": {\"$ref\": \"list\"}" }
    var tree = Confined([("p.json", "{\"list\": [\(list)], \(quotes)}")])
    tree.megabytes = 600
    try expectTooLarge(tree, command)
  }

  /// So many places at which one fragment of so many keys stands.
  private static func inclusions(
    _ count: Int, of keys: Int, _ directive: String = ""
  ) -> Confined {
    let fragment = members(keys) { "\"k\($0)\":1" }
    let places = members(count) { "\"i\($0)\": {\"$include\": \"_f\"}" }
    var tree = Confined([
      ("_f", "{\(fragment)}"), ("p.json", "{\(directive)\(places), \"other\": 1}"),
    ])
    tree.megabytes = 400
    return tree
  }

  @Test(arguments: [
    ["explain", "/"], ["explain", "/", "--json"], ["check", "-q"], ["tidy", "-q"],
  ])
  func tooManyInclusionsAreAnErrorInLittleMemory(command: [String]) throws {
    var tree = Self.inclusions(1000, of: 5000, "\"$stop\": [\"k1\"], ")
    tree.megabytes = 150
    let result = try tree.run(command)
    #expect(result.status == (command[0] == "check" ? 1 : 2), "\(result.told)")
    #expect(command[0] == "tidy" || !result.placed.isEmpty, "\(result.told)")
  }

  private func expectShort(
    _ files: [(path: String, text: String)], _ command: [String], status: Int32 = 0,
    atMost bytes: Int = 4_000_000
  ) throws {
    var tree = Confined(files)
    tree.megabytes = 200
    let result = try tree.run(command)
    #expect(result.status == status, "\(result.told)")
    let count = result.output.utf8.count + result.errors.utf8.count
    #expect(count < bytes, "\(command): \(count) bytes")
  }

  @Test(arguments: Seeds.first(1, of: ["text", "json", "sarif", "github"]))
  func aLongTextIsCutInEachFinding(format: String) throws {
    let text = String(repeating: "x", count: 1 << 20)
    let keys = Self.members(1500) { "\"k\($0)\": 1" }
    try expectShort(
      [("p.json", "{\"$deprecated\": {\"*\": \"\(text)\"}, \(keys)}")],
      ["check", "-q", "--format", format])
  }

  @Test(
    arguments: Seeds.first(
      1, of: [["where", "/", "*"], ["where", "/", "*", "--json"], ["explain", "/", "k1"]]))
  func aLongReasonIsCutForEachKey(command: [String]) throws {
    let text = String(repeating: "x", count: 200_000)
    let keys = Self.members(600) { "\"k\($0)\": 1" }
    let tree = [("p.json", "{\"$because\": {\"*\": \"\(text)\"}, \(keys)}")]
    try expectShort(tree, command)
    #expect(try Confined(tree).run(command).output.contains("… (198,500 bytes more)"))
  }

  /// One name of so many bytes with so many keys in it, set once more below.
  private static func keysBelowALongName(_ bytes: Int) -> [(path: String, text: String)] {
    let name = String(repeating: "a", count: bytes)
    func object(_ value: Int) -> String {
      "{\"\(name)\": {" + members(600) { "\"k\($0)\": \(value)" } + "}}"
    }
    return [("p.json", object(1)), ("a/p.json", object(1)), ("b/p.json", object(2))]
  }

  @Test(
    arguments: Seeds.first(
      2,
      of: [
        ["explain", "/"], ["where", "/", "*.*"], ["check", "-q"], ["completion", "keys", "/"],
      ]))
  func aLongNameIsCutInText(command: [String]) throws {
    try expectShort(Self.keysBelowALongName(200_000), command)
  }

  @Test(
    arguments: Seeds.first(
      2,
      of: [
        ["resolve", "/", "--format", "flat"], ["resolve", "/", "--keys"],
        ["explain", "/", "--json"],
        ["where", "/", "*.*", "--json"],
      ]))
  func aLongNameWithManyKeysIsAnErrorInData(command: [String]) throws {
    let files = Self.keysBelowALongName(200_000)
    try expectShort(files, command, status: 2)
    #expect(!(try Confined(files).run(command).placed.isEmpty))
  }

  @Test(
    arguments: Seeds.first(
      2,
      of: [
        ["diff", "/", "/b", "--json"], ["diff", "/", "/b", "--keys"],
        ["diff", "/", "/b", "--format", "patch"], ["impact", "--against", "b", "--json"],
      ]))
  func aLongNameWithManyChangesIsAnError(command: [String]) throws {
    let files = Self.keysBelowALongName(200_000)
    try expectShort(files, command, status: 2)
    #expect(try Confined(files).run(command).placed.count == 1)
  }

  @Test(
    arguments: Seeds.first(
      1,
      of: [
        ("text", "\nand 1,073 more\n"), ("json", #""more":1073,"errors":0,"warnings":7000}"#),
      ])) func findingsAreBoundedInSum(format: String, words: String) throws
  {
    let name = String(repeating: "a", count: 1400)
    let keys = Self.members(7000) { "\"k\($0)\": 1" }
    let files = [("p.json", "{\"$deprecated\": {\"*.*\": \"x\"}, \"\(name)\": {\(keys)}}")]
    let compact = format == "json" ? ["-c"] : []
    let result = try Confined(files).run(["check", "-q", "--format", format] + compact)
    #expect(result.output.suffix(100).contains(words), "\(result.output.suffix(100))")
    #expect(result.output.utf8.count < 32 << 20)
  }

  @Test(arguments: Seeds.first(1, of: ["$type", "$required", "$about", "$secret"]))
  func asManyPatternsAsThereAreObjects(directive: String) throws {
    let isList = directive == "$required" || directive == "$secret"
    let value = directive == "$type" ? #": "null""# : isList ? "" : #": "x""#
    let patterns = Self.members(Seeds.isLong ? 1500 : 150) { "\"*.r\($0)\"\(value)" }
    let objects = Self.members(Seeds.isLong ? 1500 : 150) { "\"k\($0)\": {\"x\": 1}" }
    let said = isList ? "[\(patterns)]" : "{\(patterns)}"
    try expectShort(
      [("p.json", "{\"\(directive)\": \(said), \(objects)}")], ["check", "-q"],
      status: directive == "$required" ? 1 : 0)
  }

  /// A list to which each of so many levels adds its own elements.
  @Test(
    arguments: Seeds.first(
      1,
      of: [
        ("check -q", "append"), ("check -q", "prepend"), ("check -q", "union"),
        ("resolve", "append"),
        ("explain --json", "append"),
      ]))
  func aListMergedOverManyLevelsNeedsLittleMemory(command: String, strategy: String) throws {
    let (levels, elements) = (60, 4000)
    let files = (0..<levels).map { level in
      let merge = level == 0 ? "\"$merge\": {\"a\": \"\(strategy)\"}, " : ""
      let list = Self.members(elements) { "\"\(level)-\($0)\"" }
      return (String(repeating: "d/", count: level) + "p.json", "{\(merge)\"a\": [\(list)]}")
    }
    var tree = Confined(files)
    // Little more than half of what it takes to keep the list whole for each of the levels.
    tree.megabytes = 130
    let words = command.split(separator: " ").map(String.init)
    let scope = String(repeating: "/d", count: levels - 1)
    let asked = ["check": [], "resolve": [scope], "explain": [scope, "a"]][words[0]] ?? []
    let result = try tree.run(words + asked)
    #expect(result.status == 0, "\(result.told)")
  }

  @Test func attributesOfManyKeysAreBoundedInSum() throws {
    let names = (0..<(Seeds.isLong ? 300 : 120)).map {
      "\"$x-n\($0)\": {\"**\": \"\(String(repeating: "t", count: 2000))\"}"
    }
    let keys = (0..<(Seeds.isLong ? 600 : 120)).map { "\"k\($0)\": 1" }
    let text = "{\(names.joined(separator: ", ")), \(keys.joined(separator: ", "))}"
    let old = Scratch([(".heir", ""), ("p.json", "{}")])
    let new = Scratch([(".heir", ""), ("p.json", text)])
    let harness = Harness(in: new.url)
    let json = harness.run("impact", "--against", old.url.path, "--json")
    #expect(json.status == 2 && json.output.isEmpty)
    for format in Seeds.first(1, of: ["markdown", "text"]) {
      let told = harness.run("impact", "--against", old.url.path, "--format", format)
      #expect(told.status == 1 && told.output.utf8.count < 1 << 20)
    }
    let files = [("p.json", text), ("b/p.json", "{\(keys.joined(separator: ", "))}")]
    let checked = Scratch(tree: files).run(["check", "--json", "-c"])
    #expect(checked.output.utf8.count < 20 << 20)
    #expect(checked.output.contains("\"more\":"))
  }

  @Test(.needs("git")) func aLongNameAndALongSubjectAreNotKeptForEachLine() throws {
    var tree = Confined([])
    tree.megabytes = 500
    let lines = (0..<(Seeds.isLong ? 3000 : 1000)).map { "\"k\($0)\": 1" }.joined(separator: ",\n")
    try Data("{\(lines)}".utf8).write(to: tree.directory.appending(path: "a.json"))
    let made = try Program.shell(
      """
      git init -q . && git add a.json && head -c 1000000 /dev/zero | tr '\\0' s >.git/subject
      git commit -qF .git/subject --author "$(head -c 50000 /dev/zero | tr '\\0' A) <a@b>"
      """, in: tree.directory)
    #expect(made.status == 0, "\(made)")
    let table = try tree.run("explain", "/", "--blame")
    #expect(table.status == 0, "\(table.told)")
    // A column has as much room for a name as for a value.
    #expect(
      table.output.split(separator: "\n").allSatisfy { $0.count < 130 && $0.hasSuffix("AA…") })
    for words in [["explain", "/", "k7", "--blame"], ["explain", "/", "k7", "--blame", "--json"]] {
      let one = try tree.run(words)
      let name = String(repeating: "A", count: 1500) + "… (48,500 bytes more)"
      #expect(one.status == 0 && one.output.contains(name), "\(one.told)")
    }
    let log = try tree.run("log", "/", "k7")
    #expect(log.status == 0 && log.output.contains("AA… (48,500 bytes more)  none → 1"))
  }
}
