import Foundation
import Testing

@testable import HeirTool

/// Where shells lose a status, and how it is kept, in real shells with the real program.
@Suite struct LostStatusTests {
  private static let tree = [(".heir", ""), ("a.json", #"{"port": 80, "ports": [80, 81]}"#)]

  @Test(arguments: LostStatus.all)
  func theOneGoesOnAndTheOtherStops(place: LostStatus) throws {
    for shell in place.shells where CompletingShell.isInstalled(shell) {
      for trouble in place.troubles {
        let losing = try run(place.losing, shell, trouble)
        #expect(
          losing.status == 0 && losing.output.hasSuffix("went on\n"),
          "\(shell), heir \(trouble): \(losing)")
        let keeping = try run(place.keeping, shell, trouble)
        #expect(
          keeping.status != 0 && !keeping.output.contains("went on"),
          "\(shell), heir \(trouble): \(keeping)")
      }
    }
  }

  /// Both say the same where nothing fails.
  @Test(arguments: LostStatus.all)
  func bothGoOnWhereThereIsAValue(place: LostStatus) throws {
    for shell in place.shells where CompletingShell.isInstalled(shell) {
      let results = try [place.losing, place.keeping].map { script in
        try run(
          script.replacing("/ host", with: "/ port").replacing("=host", with: "=port"), shell, nil)
      }
      #expect(
        results[0].status == 0 && results[0].output == results[1].output, "\(shell): \(results)")
      #expect(results.allSatisfy { $0.status == 0 && $0.output.hasSuffix("went on\n") })
    }
  }

  /// What is told is what is tried.
  @Test func thePlacesThatAreToldAreTheseOnes() {
    #expect(Set(ShellPitfalls.all.map(\.reason)) == Set(LostStatus.all.map(\.explanation)))
  }

  @Test func evalFailsWhereHeirIsThereAndFails() throws {
    for shell in ["bash", "dash", "zsh"] where CompletingShell.isInstalled(shell) {
      let result = try run(#"eval "$(heir get / --shell host=host)""#, shell, .fails)
      #expect(result.status == 1 && result.output == "", "\(shell): \(result)")
    }
  }

  private func run(
    _ script: String, _ shell: String, _ trouble: LostStatus.Trouble?
  ) throws -> Program.Result {
    let scratch = Scratch(Self.tree)
    scratch.write("script", Array("set -e\n\(script)\necho went on\n".utf8))
    // A heir that is installed may stand beside what the scripts call.
    let linked = try Program.shell(
      "mkdir bin && for one in \(shell) env cat sort; do ln -s \"$(command -v $one)\" bin; done",
      in: scratch.url)
    #expect(linked.status == 0, "\(linked)")
    let programs = URL(filePath: Program.heir).deletingLastPathComponent().path
    return try Program.run(
      "/usr/bin/env",
      [
        "PATH=\(trouble == .isMissing ? "" : programs + ":")\(scratch.url.path)/bin", shell,
        "script",
      ],
      in: scratch.url)
  }
}
