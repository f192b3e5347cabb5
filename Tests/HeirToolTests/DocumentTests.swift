import Foundation
import HeirTool
import TestSupport
import Testing

@Suite struct DocumentTests {
  static let package = Harness.fixtures.deletingLastPathComponent()

  @Test func theManualMatchesTheCommandTable() throws {
    try expect("man/heir.1", toHold: Tool.manualPage())
  }

  private func expect(_ page: String, toHold bytes: [UInt8]) throws {
    let file = Self.package.appending(path: page)
    let made = Data(bytes)
    guard (try? Data(contentsOf: file)) != made else { return }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" { try made.write(to: file) }
    Issue.record("\(page) is not what the table makes; UPDATE_FIXTURES=1 writes it anew")
  }

  @Test func filesNamedForContributorsExist() throws {
    let text = try String(
      contentsOf: Self.package.appending(path: ".github/CONTRIBUTING.md"), encoding: .utf8)
    let files = Set(
      try FileManager.default.subpathsOfDirectory(atPath: Self.package.path).filter {
        !$0.hasPrefix(".")
      }.flatMap { [$0, String($0.split(separator: "/").last ?? "")] })
    let named = text.matches(of: /`([A-Za-z\/+]+(?:\.swift|\/[A-Za-z]+))`/).map { String($0.1) }
    #expect(named.count > 20)
    for name in named where !files.contains(name) {
      Issue.record("'\(name)' does not exist")
    }
  }

  @Test(.needs("groff", "troff"), arguments: ["heir.1", "heir.5", "heir.7", "heir-rules.7"])
  func aManualPageIsCleanRoff(page: String) throws {
    let result = try Program.run(
      "groff", ["-man", "-ww", "-z", "man/" + page], in: Self.package)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}
