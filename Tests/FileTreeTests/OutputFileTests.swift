import Foundation
import Testing

@testable import FileTree

@Suite struct OutputFileTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @discardableResult
  private func write(_ text: String, to path: String, unlessEqual: Bool = false) throws -> Bool {
    try OutputFile.write(
      bytes(text), to: bytes(disk.root + "/" + path), from: .current, unlessEqual: unlessEqual)
  }

  @Test func aFileIsMadeOrReplaced() throws {
    #expect(try write("one", to: "out"))
    chmod(disk.root + "/out", 0o604)
    #expect(try write("two", to: "out"))
    #expect(disk.text("out") == "two" && disk.mode("out") == 0o604)
    #expect(disk.listed("") == ["out"])
  }

  @Test func aFileThatHoldsTheBytesIsLeftAloneWhereThatIsWanted() throws {
    try write("same", to: "out")
    let before = disk.inode("out")
    #expect(try !write("same", to: "out", unlessEqual: true))
    #expect(disk.inode("out") == before)
    #expect(try write("same", to: "out"))
    #expect(disk.inode("out") != before)
  }

  @Test func theFileBehindALinkIsWritten() throws {
    disk.file("../real", "old")
    disk.link("out", to: "../real")
    disk.link("new", to: "../made")
    try write("new", to: "out")
    try write("made", to: "new")
    #expect(disk.text("../real") == "new" && disk.target("out") == "../real")
    #expect(disk.text("../made") == "made")
  }

  @Test func aDirectoryIsNoFile() throws {
    disk.folder("d")
    #expect(throws: FileError(.given(bytes(disk.root + "/d")), .notARegularFile(.directory))) {
      try write("x", to: "d")
    }
  }

  @Test func whileAWriterHasTheScopeOutputWaitsForNobody() throws {
    disk.file("out", "old")
    let lock = try FolderLock([disk.scope("/")])
    try write("new", to: "out")
    #expect(disk.text("out") == "new" && disk.listed("") == ["out"])
    withExtendedLifetime(lock) {}
  }

  @Test func aDraftOfOutputWithoutTheLockIsNotTakenForLitter() throws {
    disk.folder("d")
    let directory = try disk.scope("d").directory.descriptor
    let draft = try TemporaryName.make(in: directory, locked: false) { name throws(Errno) in
      try Descriptor.create(name, at: directory, permissions: 0o600)
    }
    _ = try FolderLock([disk.scope("d")])
    #expect(disk.listed("d") == [String(decoding: draft.name.bytes, as: UTF8.self)])
  }
}
