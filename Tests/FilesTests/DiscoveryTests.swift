import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct DiscoveryTests {
  let disk: TemporaryTree

  init() throws {
    disk = try TemporaryTree()
    disk.folder("a/b")
  }

  func discover(_ path: String, owners: [UInt32] = Discovery.trustedOwners) throws -> Discovery {
    try Discovery(from: WorkingDirectory(bytes(disk.root + path)), owners: owners)
  }

  @Test func aDirectoryThatWasDeletedIsNoRootAndLeadsToNone() throws {
    disk.file(".heir")
    disk.folder("gone")
    let base = try WorkingDirectory(bytes(disk.root + "/gone"))
    rmdir(disk.root + "/gone")
    let error = FileError(.given(bytes(".")), .deletedDirectory)
    #expect(throws: error) { try Discovery(from: base) }
    #expect(throws: error) { try Folder.root(bytes("."), from: base) }
  }

  @Test func onlyARegularFileCounts() throws {
    disk.folder("a/.heir")
    disk.fifo("a/b/.heir")
    disk.file(".heir")
    #expect(try discover("/a/b").path == bytes("../.."))
  }

  @Test func propertyFilesAboveAreWarnedAbout() throws {
    for name in ["a/.hidden.json", "a/x.json/y", "a/z.json", "a/y.json", "a/n.txt"] {
      disk.file(name)
    }
    #expect(
      try discover("/a/b").warnings
        == [.propertyFilesAbove(directory: bytes(".."), example: bytes("y.json"))])
  }

  @Test(.needs(.root)) func settingsOfSomebodyElseArePassedOverWithAWarning() throws {
    disk.file(".heir", "{}")
    disk.file("a/.heir", "{}")
    #expect(chown(disk.root + "/a/.heir", 4242, 4242) == 0)
    let found = try discover("/a/b", owners: [geteuid()])
    #expect(found.path == bytes("../.."))
    #expect(found.warnings == [.foreignSettings(path: bytes("../.heir"), owner: 4242)])
  }

  @Test func settingsOfSomebodyElseInTheWorkingDirectoryAreNotReadEither() throws {
    disk.file("a/.heir", "{}")
    let found = try discover("/a", owners: [4242])
    #expect(found.path == bytes("."))
    #expect(found.warnings == [.foreignSettings(path: bytes("./.heir"), owner: geteuid())])
    #expect(found.passesOverSettings)
  }

  @Test(.needs(.root)) func aForeignLinkToATrustedFileIsForeign() throws {
    disk.file("trusted")
    disk.link("a/.heir", to: "../trusted")
    #expect(try discover("/a/b").path == bytes(".."))
    #expect(lchown(disk.root + "/a/.heir", 4242, 4242) == 0)
    #expect(
      try discover("/a/b", owners: [geteuid()]).warnings.first
        == .foreignSettings(path: bytes("../.heir"), owner: 4242))
  }
}
