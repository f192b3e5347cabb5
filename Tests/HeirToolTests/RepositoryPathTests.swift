import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite(.needs("git")) struct RepositoryPathTests {
  private func repository() throws -> Repository {
    let repository = try Repository([
      ("deploy/config/.heir", ""), ("deploy/config/prod/a.json", "{\"k\":{\"$ref\":\"no\"}}"),
      ("deploy/over/prod/b.json", "{\"l\":{\"$ref\":\"none\"}}"),
    ])
    return repository
  }

  private static let file = "file=deploy/config/prod/a.json,"

  @Test(arguments: [
    (".", ["--root", "deploy/config"]), ("deploy", ["--root", "./config"]),
    ("deploy/config/prod", []), ("deploy/over", ["--root", "../config/"]),
    ("deploy/over", ["--root", "../../link"]), ("..", ["--root"]),
  ])
  func theyCountFromTheTopWhereverOneStands(place: String, options: [String]) throws {
    let repository = try repository()
    try repository.shell("ln -s deploy/config link")
    let top = repository.scratch.url
    var harness = repository.harness
    harness.directory = top.appending(path: place)
    let root = options.count == 1 ? options + [top.path + "/deploy/config"] : options
    let github = harness.run(["check", "--format", "github", "-q"] + root)
    #expect(github.output.contains(Self.file), "\(github)")
    let sarif = harness.run(["check", "--format", "sarif", "-q", "-c"] + root)
    #expect(sarif.output.contains("\"uri\":\"deploy/config/prod/a.json\""), "\(sarif)")
    repository.write("deploy/config/prod/a.json", "{\"k\":2}")
    let impact = harness.run(["impact", "--since", "HEAD", "--format", "github", "-q"] + root)
    #expect(impact.output.contains(Self.file), "\(impact)")
    // What people read stays as the caller named it.
    if place == "deploy" {
      let text = harness.run(["check", "-q", "--root", "./config", "--overlay", "over"])
      #expect(text.output.hasPrefix("over/prod/b.json:1:"))
    }
  }
}
