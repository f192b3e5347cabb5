import Foundation
import HeirTool
import Testing

@Suite struct DocumentTests {
  static let package = Harness.fixtures.deletingLastPathComponent()

  @Test func theManualSaysWhatTheCommandTableSays() throws {
    let file = Self.package.appending(path: "man/heir.1")
    let made = Data(Tool.manualPage())
    guard (try? Data(contentsOf: file)) != made else { return }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" { try made.write(to: file) }
    Issue.record("man/heir.1 is not what the table makes; UPDATE_FIXTURES=1 writes it anew")
  }

  @Test(arguments: ["heir.1", "heir.5"]) func aManualPageIsCleanRoff(page: String) throws {
    let result = try Program.run(
      "/usr/bin/env",
      ["groff", "-man", "-ww", "-z", Self.package.appending(path: "man/" + page).path])
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test(arguments: Harness.commands)
  func everyCommandHelpsUnderItsOwnName(command: String) {
    let result = Harness().run("help", command)
    #expect(result.status == 0)
    #expect(result.output.contains("heir \(command)"))
  }
}
