import Foundation
import Testing

/// The hook for pre-commit, as far as it can be checked without building all of the program once more.
@Suite struct PreCommitTests {
  private static let repository = Harness.fixtures.deletingLastPathComponent()

  /// The fields of the one hook; every line of it is `name: value`.
  private static func hook() throws -> [String: String] {
    let file = repository.appending(path: ".pre-commit-hooks.yaml")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(lines.filter { $0.hasPrefix("- ") }.count == 1)
    return Dictionary(
      uniqueKeysWithValues: try lines.map { line in
        let field = try #require(line.dropFirst(2).firstRange(of: ": "))
        return (
          String(line.dropFirst(2)[..<field.lowerBound]),
          String(line.dropFirst(2)[field.upperBound...])
        )
      })
  }

  @Test func theEntryRunsWithWhatTheUserAdds() throws {
    let words = try #require(try Self.hook()["entry"]).split(separator: " ").dropFirst().map(
      String.init)
    let sound = Scratch([("config/.heir", ""), ("config/a.json", #"{"k": 1}"#)])
    #expect(Harness(in: sound.url).run(words + ["--root", "config"]).status == 0)
    #expect(Harness(in: sound.url).run(words + ["--root", "config", "--strict"]).status == 0)
    sound.write("config/b/c.json", Array("{".utf8))
    #expect(Harness(in: sound.url).run(words + ["--root", "config"]).status == 1)
    #expect(Harness(in: sound.url).run(words + ["--root", "nowhere"]).status == 2)
  }
}
