import Foundation
import TestSupport
import Testing

/// What is written as variables is read back by the programs that the formats are named after.
@Suite struct VariableFormatTests {
  private static func trip(_ format: String, seed: UInt64) throws -> FormatTrip {
    try FormatTrip(
      NastyStrings.withWords(Seeds.isLong ? 900 : 200, seed: seed),
      ["--format", format, "--prefix", "V_"])
  }

  /// A line for each variable, taken as it is after the first '='.
  @Test func aLineOfDockerIsNameAndValue() throws {
    let trip = try Self.trip("docker", seed: 70)
    let pairs = trip.output.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let name = line.prefix { $0 != UInt8(ascii: "=") }
      return (name, line.dropFirst(name.count + 1))
    }
    trip.compare(
      Dictionary(
        pairs.map { (String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self)) }
      ) { $1 })
  }

  #if os(Linux)
    private static let library = Needs.Condition("libsystemd-shared") {
      ["", "*/"].contains { folder in
        var found = glob_t()
        defer { globfree(&found) }
        return glob("/usr/lib/\(folder)systemd/libsystemd-shared-*.so", 0, nil, &found) == 0
      }
    }

    @Test(.needs("python3"), .needs(library))
    func systemdReadsEveryVariable() throws {
      let trip = try Self.trip("systemd", seed: 72)
      trip.compare(try trip.read(FormatReaders.systemd))
    }
  #endif

  @Test(.needs("fish", "python3")) func fishReadsEveryVariable() throws {
    let trip = try Self.trip("fish", seed: 74)
    #expect(trip.refused.isEmpty)
    trip.compare(try trip.read(FormatReaders.fish))
  }

  @Test(arguments: [
    ("docker", "k", String(repeating: "x", count: 65_540)), ("docker", "k", "a\nb"),
    ("docker", String(repeating: "k", count: 254), "x"), ("systemd", "k", "\u{1}"),
    ("github", "k", "x\r"),
  ])
  func aTextThatAFormatCannotHoldIsAnError(format: String, name: String, text: String) {
    let scratch = Scratch(tree: [("a.json", "{\"\(name)\": \(NastyStrings.json(text))}")])
    let result = scratch.run(["resolve", "/", "--format", format, "--prefix", ""])
    #expect(result.status == 2 && result.output == "", "\(result)")
  }

  /// The delimiter is in no value, whatever it contains.
  @Test(arguments: ["1", "heir_", "a\nheir_\nB<<heir_", "heir_\r\n", "x\nheir__\n_heir___", "____"])
  func theTextNowhereHoldsItsDelimiter(value: String) throws {
    let scratch = Scratch([(".heir", "")])
    #expect(scratch.run(["set", "/", "a", value, "--as-string", "-q"]).status == 0)
    let output = scratch.run(["resolve", "/", "--format", "github", "--prefix", ""]).output
    let delimiter = try #require(output.split(separator: "\n").last)
    #expect(output == "A<<\(delimiter)\n\(value)\n\(delimiter)\n")
    #expect(!value.contains(delimiter))
  }
}
