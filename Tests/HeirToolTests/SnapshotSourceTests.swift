import Foundation
import TestSupport
import Testing

@Suite(.needs("git")) struct SnapshotSourceTests {
  /// Every command that reads and does not run, in every format; SCOPE stands for the asked scope.
  private static let questions: [[String]] =
    [
      ["resolve", "SCOPE", "--own"], ["resolve", "SCOPE", "--origins"], ["resolve", "SCOPE", "-S"],
      ["resolve", "SCOPE", "--keys"], ["resolve", "SCOPE", "--strict"],
      ["resolve", "SCOPE/none", "--virtual", "-c"],
      ["get", "SCOPE", "db", "--json"], ["get", "SCOPE", "dbb"], ["explain", "SCOPE"],
      ["explain", "SCOPE", "--json"], ["explain", "SCOPE", "db.port"], ["diff", "/", "SCOPE"],
      ["diff", "/", "SCOPE", "--json"], ["diff", "/", "SCOPE", "--format", "patch"], ["scopes"],
      ["scopes", "--tree"], ["scopes", "--json"], ["files", "SCOPE"], ["files", "SCOPE", "--json"],
      ["where", "/", "**"], ["where", "/", "*", "--json"], ["check"], ["schema", "SCOPE"],
    ]
    + ["json", "sarif", "github"].map { ["check", "--format", $0] }
    + ["flat", "nul", "shell", "fish", "dotenv", "docker", "systemd", "yaml", "toml"].map {
      ["resolve", "SCOPE", "--format", $0]
        + (["flat", "nul", "yaml", "toml"].contains($0) ? [] : ["--prefix", "X_"])
    } + [["resolve", "SCOPE", "--format", "properties"]]

  @Test(arguments: ["--at HEAD", "--staged"])
  func aRevisionIsReadLikeACopyOfIt(time: String) throws {
    let repository = try Repository()
    let fixtures = Harness.fixtures.path + "/trees"
    let all = try FileManager.default.contentsOfDirectory(atPath: fixtures).sorted()
    let names = Seeds.every(12, of: all)
    let paths = names.map { "'\(fixtures)/\($0)'" }.joined(separator: " ")
    try repository.shell("mkdir copy; cp -r \(paths) copy; cp -r copy trees")
    try repository.git("add trees; echo copy >.git/info/exclude")
    if time != "--staged" { try repository.git("commit -qm trees") }
    for (number, name) in names.enumerated() {
      // The disk is in nobody's way, be it broken.
      let tree = repository.scratch.url.appending(path: "trees/\(name)")
      for path in try FileManager.default.subpathsOfDirectory(atPath: tree.path) + ["more/a.json"]
      where path.hasSuffix(".json") {
        repository.write("trees/\(name)/\(path)", "{\n")
      }
      let scope =
        repository.heir("scopes", "--root", "copy/\(name)").output.split(separator: "\n").last
        .map(String.init) ?? "/"
      // Each question is put to several trees, and each tree is asked some.
      for (index, question) in Self.questions.enumerated() where (index + number) % 8 == 0 {
        let words = question.map { $0.replacingOccurrences(of: "SCOPE", with: scope) }
        let times = time.split(separator: " ").map(String.init)
        let asked = repository.harness.run(words + ["--root", "trees/\(name)"] + times)
        let copy = repository.harness.run(words + ["--root", "copy/\(name)"])
        #expect(mended(asked, name) == mended(copy, name), "\(name) \(words)")
      }
    }
  }

  private func mended(_ result: Harness.Result, _ name: String) -> Harness.Result {
    func mended(_ text: String) -> String {
      text.replacingOccurrences(of: "HEAD:trees/\(name)/", with: "copy/\(name)/")
        .replacingOccurrences(of: ":trees/\(name)/", with: "copy/\(name)/")
        .replacingOccurrences(of: "trees/\(name)/", with: "copy/\(name)/")
        .replacingOccurrences(of: " in '(HEAD|--staged)'", with: "", options: .regularExpression)
        // A table is as wide as its longest place.
        .replacingOccurrences(of: "  +", with: "  ", options: .regularExpression)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains("git does not keep empty directories") }.joined(separator: "\n")
    }
    return .init(
      output: mended(result.output), errors: mended(result.errors), status: result.status)
  }
}
