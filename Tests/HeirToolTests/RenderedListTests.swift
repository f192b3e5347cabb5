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
