import Foundation
import TestSupport
import Testing

@Suite struct RenderedListTests {
  private static let files = [
    ("t/.heir", ""), ("t/a.json", #"{"k": 1}"#), ("t/b/a.json", #"{"$stop": ["k"]}"#),
    ("t/c/a.json", "{}"),
  ]
  private let scratch = Scratch(Self.files)

  private func heir(_ line: String) -> Harness.Result { scratch.run(Transcript.words(line)) }

  private func render(_ rest: String = "", _ root: String = "t") -> Harness.Result {
    heir("resolve / k --root \(root) --below -o out/{scope}.json \(rest)")
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: scratch.url.appending(path: path))
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    lstat(scratch.url.path + "/" + path, &status)
    return status.st_mode & 0o7777
  }

  private func list(_ members: String) {
    let text =
      "{\"version\": 2, \"rendered\": [{\"root\": \"../t\", \"files\": \"{scope}.json\", \(members)}]}"
    scratch.write("out/.heir-rendered", Array(text.utf8))
  }

  @Test func aScopeWithoutAFileIsNotListed() {
    scratch.write("out/b.json", Array("mine".utf8))
    #expect(render("-q") == .init())
    #expect(
      scratch.text("out/.heir-rendered") == """
        {
          "version": 2,
          "rendered": [
            {
              "root": "../t",
              "files": "{scope}.json",
              "scopes": [
                "/",
                "/c"
              ]
            }
          ]
        }

        """)
    #expect(render("--prune -q") == .init() && scratch.text("out/b.json") == "mine")
  }

  @Test func aDirectoryThatCouldNotBeRemovedIsRemovedByTheNextRun() throws {
    list(#""scopes": ["/", "/gone/x"]"#)
    scratch.write("out/gone/x.json", [])
    try remove("out/gone/x.json")
    #expect(render("--prune -q") == .init())
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "out/gone").path))
  }

  /// The list of a run that was killed: what it began is no permission to remove anything.
  @Test func whatAnInterruptedRunMayHaveWrittenIsShownAndNotRemoved() throws {
    list(#""scopes": ["/"], "begun": ["/b", "/c", "/gone", "/none"]"#)
    scratch.write("out/b.json", Array("mine".utf8))
    scratch.write("out/gone.json", Array("1\n".utf8))
    let first = render("--prune")
    #expect(scratch.text("out/b.json") == "mine" && scratch.text("out/gone.json") == "1\n")
    #expect(first.status == 0 && first.errors.contains("written them: out/b.json, out/gone.json\n"))
    let text = try #require(scratch.text("out/.heir-rendered"))
    #expect(!text.contains("none") && text.contains(#""begun": ["#))
    // As long as they are there.
    #expect(
      render("--prune").errors == first.errors.replacing("heir: note: 2 files written\n", with: ""))
    try remove("out/gone.json")
    scratch.write("t/b/a.json", Array("{}".utf8))
    #expect(render("--prune -q") == .init() && scratch.text("out/b.json") == "1\n")
    #expect(scratch.text("out/.heir-rendered")?.contains("begun") == false)
    // By now a run has written it.
    try remove("t/b")
    #expect(render("--prune -q") == .init() && scratch.text("out/b.json") == nil)
  }

  @Test func filesOfAnotherRootAreNotRemoved() throws {
    for (path, text) in [("u/.heir", ""), ("u/a.json", #"{"k": 2}"#), ("u/d/a.json", "{}")] {
      scratch.write(path, Array(text.utf8))
    }
    #expect(render("-q") == .init())
    #expect(render("--prune -q", "u") == .init())
    #expect(scratch.text("out/c.json") == "1\n" && scratch.text("out/_root.json") == "2\n")
    try remove("u/d")
    #expect(
      heir("resolve / k --root u --below --verify -o out/{scope}.json").output
        == "out/d.json: left over; no longer rendered from /d\n")
    #expect(render("--prune -q", "./u/../u") == .init())
    #expect(scratch.text("out/c.json") == "1\n" && scratch.text("out/d.json") == nil)
    // A file that both have made is not removed for one of them.
    try remove("t/c")
    scratch.write("u/c/a.json", Array("{}".utf8))
    #expect(render("-q", "u") == .init() && render("--prune -q") == .init())
    #expect(scratch.text("out/c.json") == "2\n")
  }

  private func twoLists() -> (outer: String, inner: String) {
    for (path, text) in [
      ("t/d/x/a.json", "{}"), ("u/.heir", ""), ("u/a.json", #"{"k": 2}"#), ("u/x/a.json", "{}"),
    ] {
      scratch.write(path, Array(text.utf8))
    }
    let (outer, inner) = (
      "resolve / k --root t --below -o out/{scope}.json",
      "resolve / k --root u --below -o out/d/{scope}.json"
    )
    for line in [outer, inner] { #expect(heir(line + " -q") == .init()) }
    #expect(scratch.text("out/d/x.json") == "2\n")
    return (outer, inner)
  }

  @Test func aFileThatTheListOfADirectoryBelowNamesIsNotRemoved() throws {
    let (outer, inner) = twoLists()
    try remove("t/d/x")
    #expect(heir(outer + " --verify") == .init())
    let pruned = heir(outer + " --prune")
    #expect(scratch.text("out/d/x.json") == "2\n")
    #expect(
      pruned.status == 0
        && pruned.errors.contains("out/d/x.json (in out/d/.heir-rendered)\n"), "\(pruned)")
    #expect(heir(inner + " --verify") == .init() && heir(outer + " --prune") == .init())
    // It is the other's alone now.
    try remove("u/x")
    #expect(heir(inner + " --prune -q") == .init() && scratch.text("out/d/x.json") == nil)
  }

  @Test func whereAnotherListCannotBeReadNothingIsRemoved() throws {
    let (outer, _) = twoLists()
    try remove("t/d/x")
    scratch.write("out/d/.heir-rendered", Array("{".utf8))
    let pruned = heir(outer + " --prune")
    #expect(scratch.text("out/d/x.json") == "2\n")
    #expect(
      pruned.status == 2 && pruned.errors.contains("out/d/.heir-rendered was not"), "\(pruned)")
  }

  // MARK: Who wrote it

  @Test(.needs(.root)) func aListOfAnotherUserIsNoPermission() throws {
    try aListIsNoPermission { chown($0, 4242, 4242) }
  }

  @Test(arguments: [0o664, 0o606] as [mode_t])
  func aListThatOthersMayWriteIsNoPermission(mode: mode_t) throws {
    try aListIsNoPermission { chmod($0, mode) }
  }

  private func aListIsNoPermission(after change: (String) -> Int32) throws {
    #expect(render("-q") == .init() && mode("out/.heir-rendered") & 0o022 == 0)
    #expect(change(scratch.url.path + "/out/.heir-rendered") == 0)
    try remove("t/c")
    let result = render("--prune")
    #expect(scratch.text("out/c.json") == "1\n")
    #expect(
      result.status == 0 && result.errors.contains("others may have written out/.heir-rendered"))
    // The list is the user's own again, and what he wrote is known.
    #expect(mode("out/.heir-rendered") & 0o022 == 0)
    #expect(render("--prune").errors.contains("not removed"))
    scratch.write("t/c/a.json", Array("{}".utf8))
    #expect(render("-q") == .init())
    try remove("t/c")
    #expect(render("--prune -q") == .init() && scratch.text("out/c.json") == nil)
  }

  @Test(.needs("git")) func aListThatGitTracksIsNoPermission() throws {
    let repository = try Repository(Self.files)
    let line = ["resolve", "/", "k", "--root", "t", "--below", "-o", "out/{scope}.json"]
    #expect(repository.harness.run(line + ["-q"]) == .init())
    try repository.commit()
    try FileManager.default.removeItem(at: repository.scratch.url.appending(path: "t/c"))
    let verified = repository.harness.run(line + ["--verify"])
    #expect(verified.output == "out/c.json: left over; no longer rendered from /c\n")
    let result = repository.harness.run(line + ["--prune"])
    #expect(repository.scratch.text("out/c.json") == "1\n")
    #expect(
      result.status == 2
        && result.errors.contains("git tracks out/.heir-rendered")
        && result.errors.contains("the files it lists are not removed: out/c.json\n"), "\(result)")
    try repository.git("rm -q --cached out/.heir-rendered")
    #expect(repository.harness.run(line + ["--prune", "-q"]) == .init())
    #expect(repository.scratch.text("out/c.json") == nil)
  }

  /// Whoever sets it does not know that it decides on what is removed.
  @Test(.needs("git"), arguments: ["", "/.."])
  func aCeilingHidesNoRepositoryWhoseListIsTracked(above: String) throws {
    let repository = try Repository(Self.files)
    let line = ["resolve", "/", "k", "--root", "t", "--below", "-o", "out/{scope}.json"]
    #expect(repository.harness.run(line + ["-q"]) == .init())
    try repository.commit()
    try FileManager.default.removeItem(at: repository.scratch.url.appending(path: "t/c"))
    var harness = repository.harness
    harness.environment["GIT_CEILING_DIRECTORIES"] = repository.scratch.url.path + above
    let result = harness.run(line + ["--prune"])
    #expect(result.status == 2 && result.errors.contains("git tracks"), "\(result)")
    #expect(repository.scratch.text("out/c.json") == "1\n")
  }

  /// Where git cannot tell, nothing is removed.
  @Test(.needs("git"), .needs(.root)) func aRepositoryOfSomebodyElseIsNotAsked() throws {
    let repository = try Repository(Self.files)
    let line = ["resolve", "/", "k", "--root", "t", "--below", "-o", "out/{scope}.json"]
    #expect(repository.harness.run(line + ["-q"]) == .init())
    try FileManager.default.removeItem(at: repository.scratch.url.appending(path: "t/c"))
    #expect(chown(repository.scratch.url.path + "/.git", 4242, 4242) == 0)
    let result = repository.harness.run(line + ["--prune"])
    #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
    #expect(
      result.errors.contains(
        "whether git tracks out/.heir-rendered is unknown; nothing is removed"),
      "\(result)")
    #expect(repository.scratch.text("out/c.json") == "1\n")
  }
}
