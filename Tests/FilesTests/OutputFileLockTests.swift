import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct OutputFileLockTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @discardableResult
  private func write(_ text: String, to path: String) throws -> FileWrite {
    try OutputFile.write(bytes(text), to: bytes(disk.root + "/" + path), from: .current)
  }

  @Test func aFileThatHoldsTheBytesIsLeftAlone() throws {
    try write("same", to: "out")
    let before = disk.inode("out")
    #expect(try write("same", to: "out") == .untouched)
    #expect(disk.inode("out") == before)
    #expect(try write("other", to: "out").isTouched)
    #expect(disk.inode("out") != before)
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
