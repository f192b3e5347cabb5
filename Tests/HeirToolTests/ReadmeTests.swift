import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite struct ReadmeTests {
  static let file = Harness.fixtures.deletingLastPathComponent().appending(path: "README.md")
  static let fleet = Harness.fixtures.appending(path: "trees/fleet")

  static func pieces(_ text: String, _ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n")
  }

  @Test func itIsReadInTwoMinutes() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(text.components(separatedBy: "\n").count <= 301)
  }

  @Test func theTourIsTrue() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    // It also writes, and beside the checkout.
    let scratch = Scratch()
    let checkout = scratch.url.appending(path: "heir")
    let fixtures = checkout.appending(path: "Fixtures")
    scratch.folder("heir/Fixtures")
    try scratch.copy(Self.fleet.deletingLastPathComponent(), to: "heir/Fixtures/trees")
    let tree = fixtures.appending(path: "trees/fleet")
    // The first is there to be looked at; who types the others begins in the checkout.
    var (here, former) = (checkout, checkout)
    var pieces = Self.pieces(text, "console")
    #expect(pieces.count > 8)
    for index in pieces.indices.dropFirst() {
      guard let end = pieces[index].range(of: "```") else { continue }
      let commands = pieces[index][..<end.lowerBound].split(separator: "\n")
        .filter { $0.hasPrefix("$ ") }
      var lines: [String] = []
      for command in commands {
        lines.append(String(command))
        var place = index == 1 ? tree : here
        lines += try Self.shown(String(command.dropFirst(2)), in: &place, from: former)
        if index > 1, place != here { (here, former) = (place, here) }
      }
      pieces[index] = lines.joined(separator: "\n") + "\n" + pieces[index][end.lowerBound...]
    }
    let made = pieces.joined(separator: "```console\n")
    guard made != text else { return }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try made.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    Issue.record("the README's tour is not what the program prints")
  }

  /// Output, errors behind `2> `, and a status other than 0. A command may lead elsewhere.
  private static func shown(
    _ command: String, in directory: inout URL, from former: URL
  ) throws -> [String] {
    let scratch = Scratch()
    let whereabouts = scratch.url.appending(path: "pwd")
    let result = try Program.shell(
      """
      heir() { "$HEIR" "$@"; }; trap 'pwd >\(whereabouts.path)' EXIT; OLDPWD='\(former.path)'
      \(command)
      """,
      in: directory)
    if let path = try? String(contentsOf: whereabouts, encoding: .utf8) {
      directory = URL(filePath: path.trimmingCharacters(in: .newlines))
    }
    var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    if lines.last == "" { lines.removeLast() }
    lines += result.errors.split(separator: "\n").map { "2> " + $0 }
    return result.status == 0 ? lines : lines + ["[exit \(result.status)]"]
  }

  /// What is installed is there, and nothing of it after it was taken away.
  @Test func whatIsInstalledCanBeTakenAway() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    func block(_ mark: String) throws -> String {
      let behind = try #require(text.components(separatedBy: "<!-- \(mark) -->\n```sh\n").last)
      return try #require(behind.components(separatedBy: "```").first)
    }
    let home = Scratch()
    func run(_ script: String) throws -> String {
      let result = try Program.shell(
        "export HOME='\(home.url.path)'\nset -e\n" + script,
        in: Harness.fixtures.deletingLastPathComponent())
      #expect(result.errors == "" && result.status == 0, "\(result)")
      return result.output
    }
    func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: home.url.path).sorted()
        .filter { path in
          var isDirectory: ObjCBool = false
          let file = home.url.appending(path: path).path
          return FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
            && !isDirectory.boolValue
        }
    }
    let install = try block("install").replacing(
      ".build/release/heir", with: "'\(Program.heir)'")
    #expect(
      try run(install + "~/.local/bin/heir --version") == "heir \(ProgramVersion.version)\n")
    #expect(
      try files() == [
        ".local/bin/heir", ".local/share/man/man1/heir.1", ".local/share/man/man5/heir.5",
        ".local/share/man/man7/heir-rules.7", ".local/share/man/man7/heir.7",
      ])
    _ = try run(try block("uninstall"))
    #expect(try files() == [])
  }
}
