import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct TreeFormatTests {
  private static func json(_ seed: UInt64, hasNull: Bool) -> String {
    let strings = NastyStrings.withWords(Seeds.isLong ? 700 : 150, seed: seed)
    var names: Set<[UInt8]> = []
    func member(_ name: String, _ value: String) -> String? {
      guard name.utf8.count < 3_000, names.insert(Array(name.utf8)).inserted else { return nil }
      return "\(NastyStrings.json((name.hasPrefix("$") ? "$" : "") + name)): \(value)"
    }
    let values = strings.map(NastyStrings.json)
    var members = zip(strings, values).compactMap { member($0, $1) }
    members += (["\"\"", "{}", "[]", "[[]]", "[{}]", "{\"a\":{}}", "\"\\u0000\""] + numbers)
      .enumerated().compactMap { member("v\($0)", $1) }
    let long = String(repeating: "long ", count: 400)
    members += [
      "\"\(long)\": {\"\(long)\": [{\"\(long)\": 1, \"b\": {\"c\": [[1, [2]], {\"d\": {}}]}}]}",
      "\"deep\": {\"a\":{\"b\":1},\"c\":2,\"d\":{\"e\":{\"f\":[{\"g\":[{\"h\":{\"i\":1}},{}]}]}}}",
      "\"mixed\": [1, \"a\", [true, false], {\"x\": [{\"y\": 1}]}, \(values[3])]",
      "\"objects\": [{\"a\": 1, \"b\": {\"c\": 2}, \"d\": [{\"e\": 3}]}, {}, {\"b\": {}}]",
    ]
    // What YAML 1.1 gives a meaning as a name and as a value, before each kind of value.
    let special = ["<<", "=", "~", ".inf", ".NaN", "0o7", "0x1F", "1:20", "2001-01-01"].map {
      "\"\($0)\": {\"a\": \"\($0)\", \"\($0)\": [{\"\($0)\": [{\"b\": 1}], \"c\": 2}]}"
    }
    members.append("\"special\": {\(special.joined(separator: ", "))}")
    if hasNull { members.append("\"null and nothing\": [null, {\"a\": null}]") }
    names = []
    let nested = zip(strings.reversed(), values).prefix(200).compactMap {
      member($0, "{\"\": [\($1)]}")
    }
    return "{\(members.joined(separator: ",\n")), \"nested\": {\(nested.joined(separator: ","))}}"
  }

  private static let numbers = [
    "0", "-0", "-0.0", "0.0", "1", "-1", "1.0", "0.10", "1e3", "1E3", "1e+3", "1e-3", "-1.5E+300",
    "5e-324", "1.7976931348623157e308", "0.1", "123456.789e3", "9223372036854775807",
    "-9223372036854775808", "1e22", "1e23", "100000000000000000000.0", "4.35", "1e0", "1e00",
  ]

  private func differences(_ json: String, _ format: String, _ reader: String) throws
    -> String
  {
    let scratch = Scratch([(".heir", ""), ("a.json", json)])
    let harness = Harness(in: scratch.url)
    let result = harness.run("resolve", "/", "--format", format)
    #expect(result.status == 0, "\(result.errors.prefix(600))")
    scratch.write("_file", Array(result.output.utf8))
    scratch.write("_json", Array(harness.run("resolve", "/").output.utf8))
    let read = try Program.shell(reader, in: scratch.url)
    #expect(read.errors == "" && read.status == 0)
    return String(read.output.prefix(2_000))
  }

  @Test(.needs("python3:yaml")) func yamlIsReadBack() throws {
    let reader = FormatReaders.yaml
    for seed in 90..<91 {
      #expect(try differences(Self.json(UInt64(seed), hasNull: true), "yaml", reader) == "")
    }
    #expect(try differences("{}", "yaml", reader) == "")
    let digits = String(repeating: "7", count: 4_300)
    #expect(try differences("{\"a\": [\(digits.prefix(40)), \(digits)]}", "yaml", reader) == "")
  }

  @Test(.needs("python3:tomllib")) func tomlIsReadBack() throws {
    for seed in 92..<93 {
      let json = Self.json(UInt64(seed), hasNull: false)
      #expect(try differences(json, "toml", FormatReaders.toml) == "")
    }
    #expect(try differences("{}", "toml", FormatReaders.toml) == "")
  }

  @Test(.needs("java", "javac")) func propertiesAreReadBack() throws {
    let strings = NastyStrings.withWords(Seeds.isLong ? 900 : 200, seed: 94)
    let members = strings.enumerated().map { index, text in
      "\(NastyStrings.json("\(index)" + text)): \(NastyStrings.json(text))"
    }
    let scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ",\n"))}")])
    let harness = Harness(in: scratch.url)
    let result = harness.run("resolve", "/", "--format", "properties")
    #expect(result.output.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
    scratch.write("_file", Array(result.output.utf8))
    let read = try Program.shell(FormatReaders.properties, in: scratch.url)
    #expect(read.errors == "")
    let parts = read.output.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
      .map { String($0) }
    var found: [[UInt8]: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      found[Array(parts[index].utf8)] = parts[index + 1]
    }
    #expect(found.count == strings.count)
    for (index, text) in strings.enumerated() {
      let value = found[Array("\(index)\(text)".utf8)]
      #expect(value.map { Array($0.utf8) } == Array(text.utf8), "\(index)")
    }
  }
}
