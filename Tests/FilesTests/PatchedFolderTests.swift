import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct PatchedFolderTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  private func edited(_ edits: [(String, String?)]) throws -> PatchedFolder {
    var to = TreePatch()
    for (path, text) in edits { to.set(text.map { bytes($0) }, at: names(path)) }
    return PatchedFolder(RecordingFolder(try disk.rootFolder()), to)
  }

  private func text(_ folder: any TreeFolder, _ name: String) -> String? {
    (try? folder.read(bytes(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  private func folder(_ root: PatchedFolder, _ path: String) throws -> any TreeFolder {
    let (found, missing) = try root.folders(along: names(path), rules: .json)
    #expect(missing.isEmpty)
    return found[found.count - 1]
  }

  @Test func plannedFilesAreListedAndPlannedRemovalsAreNot() throws {
    for name in ["b.json", "d.json"] { disk.file(name) }
    let root = try edited([("c.json", "{}"), ("d.json", nil), ("notes.txt", "x"), ("e.json", nil)])
    #expect(texts(root.listing(.json).files) == ["b.json", "c.json"])
    #expect(text(root, "c.json") == "{}")
    #expect(throws: FileError(place("d.json"), .notFound)) { try root.read(bytes("d.json")) }
  }

  @Test func whetherADirectoryIsEmptyFollowsTheEdits() throws {
    disk.folder("empty")
    disk.file("full/a.json")
    func holds(_ edits: [(String, String?)], _ path: String) throws -> Bool {
      try folder(edited(edits), path).listing(.json).hasOtherEntries
    }
    #expect(try !holds([], "empty"))
    #expect(try holds([("empty/a.json", "{}")], "empty"))
    #expect(try holds([], "full"))
    #expect(try !holds([("full/a.json", nil)], "full"))
  }

  @Test func plannedDirectoriesExistBeforeAndAfter() throws {
    disk.file("a/p.json")
    for content in ["{}", nil] {
      let root = try edited([("a/new/deep/p.json", content), ("_x/y/p.json", "{}")])
      #expect(texts(root.listing(.json).folders) == ["a"])
      #expect(texts(try folder(root, "a").listing(.json).folders) == ["new"])
      let deep = try folder(root, "a/new/deep")
      #expect(texts(deep.listing(.json).files) == (content == nil ? [] : ["p.json"]))
      #expect(text(deep, "p.json") == content)
      #expect(try root.folders(along: names("a/other"), rules: .json).missing.count == 1)
    }
  }

  @Test func aFileIsKnownByEveryLinkThatLeadsToIt() throws {
    disk.file("real/p.json", "1")
    disk.folder("a")
    disk.link("a/p.json", to: "../real/p.json")
    disk.link("b", to: "real")
    let root = try edited([("real/p.json", "2")])
    #expect(text(try folder(root, "a"), "p.json") == "2")
    #expect(text(try folder(root, "b"), "p.json") == "2")
    #expect(try root.contents(of: bytes("a/../b/p.json")).bytes == bytes("2"))
  }

  @Test func pathsLeadToNewFilesAndOutOfNewDirectories() throws {
    disk.file("text.txt", "hello")
    let root = try edited([("new/p.json", "{}")])
    #expect(try root.contents(of: bytes("new/p.json")).bytes == bytes("{}"))
    #expect(try root.contents(of: bytes("new/../text.txt")).bytes == bytes("hello"))
    #expect(throws: FileError.self) { try root.contents(of: bytes("new/../../text.txt")) }
    #expect(throws: FileError.self) { try root.contents(of: bytes("other/../text.txt")) }
  }
}
