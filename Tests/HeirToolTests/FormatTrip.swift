import Foundation
import TestSupport
import Testing

/// Strings that go into a tree, through a format of `resolve`, and back through a reader of that format.
struct FormatTrip {
  let scratch: Scratch
  let strings: [String]
  /// The places of strings that the format refuses.
  let refused: Set<Int>
  /// What is printed without these.
  let output: String

  init(_ strings: [String], _ options: [String]) throws {
    self.strings = strings
    let members = strings.enumerated().map { "\"k\($0)\": \(NastyStrings.json($1))" }
    scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ",\n"))}")])
    let harness = Harness(in: scratch.url)
    let first = harness.run(["resolve", "/"] + options)
    // All are told at once, each with its line.
    let told = first.errors.matches(of: #/a\.json:(\d+):\d+: error: k(\d+) /#).compactMap { match in
      Int(match.2).map { (line: Int(match.1), index: $0) }
    }
    #expect(told.allSatisfy { $0.line == $0.index + 1 })
    #expect(first.status == (told.isEmpty ? 0 : 2))
    refused = Set(told.map(\.index))
    let except = refused.sorted().flatMap { ["--except", "k\($0)"] }
    let second = harness.run(["resolve", "/"] + options + except)
    #expect(second.status == 0, "\(second.errors.prefix(500))")
    output = second.output
    scratch.write("_file", Array(output.utf8))
  }

  /// The strings that the format carries, by the name that a prefix V_ gives them.
  var expected: [String: String] {
    var expected: [String: String] = [:]
    for (index, text) in strings.enumerated() where !refused.contains(index) {
      expected["V_K\(index)"] = text
    }
    return expected
  }

  /// Runs a reader that prints name, NUL, value, NUL for each variable.
  func read(_ reader: String) throws -> [String: String] {
    let result = try Program.shell(reader, in: scratch.url)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let parts = result.output.unicodeScalars.split(
      separator: "\0", omittingEmptySubsequences: false
    ).map { String($0) }
    var read: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      read[parts[index]] = parts[index + 1]
    }
    return read
  }

  /// Holds what was read against what was written, by bytes.
  func compare(_ read: [String: String], sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = expected
    #expect(expected.count > strings.count / 2, sourceLocation: sourceLocation)
    for (name, text) in expected where read[name].map({ Array($0.utf8) }) != Array(text.utf8) {
      Issue.record(
        "\(name): \(text.debugDescription) came back as \(read[name].debugDescription)",
        sourceLocation: sourceLocation)
    }
  }
}
