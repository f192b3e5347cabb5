import Foundation
import Testing

/// What is written as variables is read back by the programs that the formats are named after.
@Suite struct VariableFormatTests {
  private static func trip(_ format: String, seed: UInt64) throws -> FormatTrip {
    try FormatTrip(
      NastyStrings.withWords(900, seed: seed), ["--format", format, "--prefix", "V_"])
  }

  @Test func dockerReadsEveryVariable() throws {
    let trip = try Self.trip("docker", seed: 70)
    trip.compare(try trip.read(FormatReaders.docker))
    trip.compare(try trip.read(FormatReaders.kubectl))
  }

  @Test func onlyWhatDockerChangesIsRefused() throws {
    let trip = try Self.trip("docker", seed: 71)
    for index in trip.refused {
      let text = Array(trip.strings[index].utf8)
      #expect(text.contains(0x0A) || text.last == 0x0D, "\(trip.strings[index].debugDescription)")
    }
  }

  @Test(arguments: [(65_530, true), (65_531, false)])
  func dockerTakesLinesUpTo64KiB(length: Int, isTaken: Bool) throws {
    let text = String(repeating: "x", count: length)
    // Beside it something that is taken in any case.
    let trip = try FormatTrip(["", "x", text], ["--format", "docker", "--prefix", "V_"])
    #expect(trip.refused.isEmpty == isTaken)
    if isTaken {
      trip.compare(try trip.read(FormatReaders.docker))
      trip.compare(try trip.read(FormatReaders.kubectl))
    }
  }

  @Test func aNameThatKubernetesRefusesIsRefused() throws {
    let name = String(repeating: "k", count: 254)
    let scratch = Scratch([(".heir", ""), ("a.json", "{\"\(name)\": 1}")])
    let result = Harness(in: scratch.url).run("resolve", "/", "--format", "docker", "--prefix", "")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("more than 253 bytes"))
  }

  #if os(Linux)
    @Test func systemdReadsEveryVariable() throws {
      let trip = try Self.trip("systemd", seed: 72)
      trip.compare(try trip.read(FormatReaders.systemd))
    }
  #endif

  @Test func onlyWhatSystemdLeavesOutIsRefused() throws {
    let trip = try Self.trip("systemd", seed: 73)
    for index in trip.refused {
      let isLeftOut = trip.strings[index].unicodeScalars.contains { scalar in
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == 0x7F
          || scalar.properties.isNoncharacterCodePoint
      }
      #expect(isLeftOut, "\(trip.strings[index].debugDescription)")
    }
  }

  @Test(arguments: FormatReaders.fish) func fishReadsEveryVariable(reader: FormatReader) throws {
    let trip = try Self.trip("fish", seed: 74)
    #expect(trip.refused.isEmpty)
    trip.compare(try trip.read(reader))
  }

  @Test(arguments: [false, true]) func theRunnerReadsEveryVariable(isWindows: Bool) throws {
    let trip = try Self.trip("github", seed: 75)
    let pairs = try #require(GitHubFileReader.read(trip.output, isWindows: isWindows))
    trip.compare(Dictionary(pairs.map { ($0.name, $0.value) }) { $1 })
    for index in trip.refused { #expect(trip.strings[index].utf8.last == 0x0D) }
  }

  /// Nor does a value that knows how delimiters are made end before its end.
  @Test(arguments: ["1", "heir_", "a\nheir_\nB<<heir_", "heir_\r\n", "x\nheir__\n_heir___", "____"])
  func theTextNowhereHoldsItsDelimiter(value: String) throws {
    let scratch = Scratch([(".heir", "")])
    #expect(scratch.run(["set", "/", "a", value, "--as-string", "-q"]).status == 0)
    let output = scratch.run(["resolve", "/", "--format", "github", "--prefix", ""]).output
    let delimiter = try #require(output.split(separator: "\n").last)
    #expect(output == "A<<\(delimiter)\n\(value)\n\(delimiter)\n")
    #expect(!value.contains(delimiter))
  }

  @Test(arguments: ["NODE_OPTIONS", "node_options", "GITHUB_TOKEN", "RUNNER_TEMP", "GitHub_x"])
  func aNameOfTheRunnersIsRefused(name: String) {
    let scratch = Scratch([(".heir", ""), ("a.json", "{\"k\": 1}")])
    let result = Harness(in: scratch.url).run(
      "resolve", "/", "k", "--format", "github", "--prefix", name)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("is reserved by the runner"))
  }
}
