import Foundation
import TestSupport
import Testing

/// How tests start programs.
@Suite struct ProgramTests {
  @Test(.needs("git")) func aChildFindsOnlyTheProgramsThatItsTestNeeds() throws {
    #expect(try Program.shell("git --version && ls", in: Self.package).status == 0)
    #expect(try Program.shell("python3 --version", in: Self.package).status == 127)
  }

  @Test func aChildThatHangsIsKilledWithAllThatItStarted() async throws {
    let scratch = Scratch()
    let error = await #expect(throws: Overdue.self) {
      try await Program.runBesideOthers(
        "sh", ["-c", "sleep 1000 & echo $! >number; wait"], in: scratch.url, within: 2)
    }
    #expect(error?.description.hasSuffix("did not end within 2 s") == true)
    let number = try #require(pid_t(scratch.text("number")?.dropLast() ?? ""))
    // The system may reap it later.
    for _ in 0..<3000 where kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(kill(number, 0) == -1)
  }

  // MARK: Sources

  private static let package = DocumentTests.package

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  private static func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: package.path + "/Tests").map {
      "Tests/" + $0
    }
  }

  /// Refuses what starts or finds a program by another way than `Program`; the brackets keep this file out.
  @Test func programsAreStartedInOneWay() throws {
    let refused = try NSRegularExpression(
      pattern: #"\b(?:Process|popen|execvp?)\(|[^.\w]system\(|posix_spaw[n]|command -[v]"#
        + #"|/usr/bi[n]|(?:[^\w}]|^)/bi[n]/(?!sh\b)|#!(?!/bin/sh\b|/no/such\b|\()"#)
    let places = ["Tests/TestSupport/Program.swift", "Tests/TestSupport/Programs.swift"]
    for path in try Self.paths() where path.hasSuffix(".swift") && !places.contains(path) {
      let text = try Self.text(path) as NSString
      let whole = NSRange(location: 0, length: text.length)
      for match in refused.matches(in: text as String, range: whole) {
        let found = text.substring(with: match.range)
        Issue.record("\(path) has '\(found)'; use Program.run and .needs")
      }
    }
  }

  @Test func everyProgramThatIsNeededIsInstalledByTheCI() throws {
    let wanted = Set(
      try Self.text(".ci/run").matches(of: #/(?m)^want (\S+) /#).map { String($0.1) })
    #expect(wanted.count > 15)
    for path in try Self.paths() {
      guard let text = try? Self.text(path) else { continue }
      var names = text.matches(of: #/\.needs\(("[^)]*)\)/#).flatMap { call in
        call.1.matches(of: #/"([^"]+)"/#).map { String($0.1) }
      }
      if !path.hasSuffix(".swift"), let line = text.wholeMatch(of: #/#!([^\n]*)\n(?s:.*)/#)?.1 {
        names.append(String(line.split(separator: " ").last ?? ""))
      }
      for name in names where !wanted.contains(name) {
        Issue.record("\(path) needs '\(name)', which .ci/run does not want")
      }
    }
  }
}
