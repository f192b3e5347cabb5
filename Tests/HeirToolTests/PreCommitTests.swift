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

  @Test func theHookHasTheFieldsThatTheFrameworkKnows() throws {
    let hook = try Self.hook()
    #expect(
      Set(hook.keys) == [
        "id", "name", "description", "entry", "language", "files", "pass_filenames",
      ])
    #expect(hook["id"] == "heir-check" && hook["language"] == "swift")
    #expect(hook["pass_filenames"] == "false")
  }

  /// The framework finds it by its name in the directory of products.
  @Test func theEntryBeginsWithAProductOfThePackage() throws {
    let package = try String(
      contentsOf: Self.repository.appending(path: "Package.swift"), encoding: .utf8)
    let program = try #require(try Self.hook()["entry"]?.split(separator: " ").first)
    #expect(package.contains(".executable(name: \"\(program)\""))
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

  @Test func propertyFilesAndSettingsStartIt() throws {
    let pattern = try Regex(try #require(try Self.hook()["files"]))
    for name in ["a.json", "config/prod/eu/db.json", "a.jsonc", ".heir", "config/.heir"] {
      #expect(name.contains(pattern), "\(name)")
    }
    for name in ["README.md", "a.json.bak", "a.jsoncx", "x.heir", "config/.heir/x", "ajson"] {
      #expect(!name.contains(pattern), "\(name)")
    }
  }
}
