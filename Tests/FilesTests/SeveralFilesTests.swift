import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct SeveralFilesTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  private func locked(_ paths: String...) throws -> FolderLock {
    try FolderLock(paths.map { try disk.scope($0) })
  }

  private func changes(_ lock: FolderLock, _ name: String) throws -> [FileChange] {
    try lock.folders.map { FileChange(try lock.read(bytes(name), in: $0), bytes: bytes("new")) }
  }

  @Test func severalFilesAreWrittenTogether() throws {
    disk.file("a/x.json", "old")
    disk.file("b/x.json", "new")
    disk.folder("c")
    let lock = try locked("c", "a", "b")
    let writes = try lock.write(changes(lock, "x.json"))
    #expect(writes.map(\.isTouched) == [true, true, false])
    for scope in ["a", "b", "c"] {
      #expect(disk.text(scope + "/x.json") == "new")
      #expect(disk.listed(scope) == ["x.json"])
    }
  }

  @Test func ifOneFileCannotBeWrittenNoneIs() throws {
    disk.file("a/x.json", "old a")
    link(disk.root + "/a/x.json", disk.root + "/a/other")
    disk.file("far/one.json", "one")
    disk.file("far/two.json", "two")
    disk.folder("b")
    disk.link("b/x.json", to: "../far/one.json")
    disk.folder("c")
    let before = disk.inode("a/x.json")
    let lock = try locked("a", "c", "b")
    let changes = try changes(lock, "x.json")
    // That a link leads elsewhere is found by the last look, when the first two files are in place.
    unlink(disk.root + "/b/x.json")
    disk.link("b/x.json", to: "../far/two.json")
    #expect(throws: FileError(place("b/x.json"), .changedMeanwhile)) { try lock.write(changes) }
    #expect(disk.text("a/x.json") == "old a" && disk.inode("a/x.json") == before)
    #expect(disk.text("far/one.json") == "one" && disk.text("far/two.json") == "two")
    #expect(disk.listed("c").isEmpty && disk.litter.isEmpty)
  }

  @Test func hardLinksBecomeSeparateFiles() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    link(disk.root + "/a/x.json", disk.root + "/b/x.json")
    let lock = try locked("a", "b")
    #expect(try lock.write(changes(lock, "x.json")).map(\.hasOtherLinks) == [true, true])
    #expect(disk.text("a/x.json") == "new" && disk.text("b/x.json") == "new")
    #expect(disk.inode("a/x.json") != disk.inode("b/x.json"))
    #expect(disk.litter.isEmpty)
  }

  @Test func aHardLinkThatIsChangedMeanwhileIsNotWritten() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    disk.folder("c")
    link(disk.root + "/a/x.json", disk.root + "/b/x.json")
    let before = disk.inode("a/x.json")
    let lock = try locked("a", "b")
    let changes = try changes(lock, "x.json")
    disk.overwrite("b/x.json", "odd")
    #expect(throws: FileError(place("a/x.json"), .changedMeanwhile)) { try lock.write(changes) }
    #expect(disk.text("a/x.json") == "odd" && disk.inode("b/x.json") == before)
    #expect(disk.litter.isEmpty)
  }

  @Test func oneFileUnderTwoNamesIsRefused() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    disk.link("b/x.json", to: "../a/x.json")
    let lock = try locked("a", "b")
    let changes = try changes(lock, "x.json")
    #expect(throws: FileError(place("b/x.json"), .sameFile(as: place("a/x.json")))) {
      try lock.write(changes)
    }
    #expect(disk.text("a/x.json") == "old" && disk.litter.isEmpty)
  }
}
