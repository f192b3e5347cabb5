import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct OutputFileTests {
  let disk: TemporaryTree

  init() throws {
    disk = try TemporaryTree()
    disk.folder("out")
  }

  @discardableResult
  private func write(_ text: String, to path: String) throws -> FileWrite {
    try OutputFile.write(bytes(text), to: bytes(path), from: .init(bytes(disk.root)))
  }

  private func failure(_ path: String) -> FileError.Kind? {
    do { try write("new", to: path) } catch { return (error as? FileError)?.kind }
    return nil
  }

  @Test func aNewFileHasWhatTheMaskLeavesOfTheUsualMode() throws {
    try write("new", to: "out/page")
    let other = open(disk.root + "/out/other", O_WRONLY | O_CREAT, 0o666)
    close(other)
    #expect(disk.text("out/page") == "new")
    #expect(disk.mode("out/page") == disk.mode("out/other"))
    #expect(disk.listed("out") == ["other", "page"])
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755] as [UInt32])
  func anExistingFileKeepsItsMode(mode: UInt32) throws {
    try expectMode(mode)
  }

  @Test(.needs(.root)) func aReadOnlyFileThatRootWritesKeepsItsMode() throws {
    try expectMode(0o444)
  }

  private func expectMode(_ mode: UInt32) throws {
    disk.file("out/page", "old, and longer than what comes")
    chmod(disk.root + "/out/page", mode_t(mode))
    try write("new", to: "out/page")
    #expect(disk.text("out/page") == "new")
    #expect(disk.mode("out/page") == mode)
    #expect(disk.listed("out") == ["page"])
  }

  @Test(arguments: ["../far/page", "ABSOLUTE", "../far/./page", "second"])
  func aLinkLeadsToTheFileThatItNames(target: String) throws {
    disk.file("far/page", "old")
    disk.link("out/second", to: "../far/page")
    chmod(disk.root + "/far/page", 0o640)
    disk.link("out/page", to: target == "ABSOLUTE" ? disk.root + "/far/page" : target)
    try write("new", to: "out/page")
    #expect(disk.target("out/page") != nil)
    #expect(disk.text("far/page") == "new" && disk.mode("far/page") == 0o640)
    #expect(disk.listed("out") == ["page", "second"] && disk.listed("far") == ["page"])
  }

  @Test func aDanglingLinkMakesTheFileThatItNames() throws {
    disk.link("out/page", to: "../made")
    try write("new", to: "out/page")
    #expect(disk.text("made") == "new" && disk.target("out/page") != nil)
    disk.link("out/lost", to: "../nowhere/made")
    #expect(failure("out/lost") == .notFound)
    #expect(disk.listed("out") == ["lost", "page"])
  }

  @Test func linksInACircleAreNoFile() throws {
    disk.link("out/a", to: "b")
    disk.link("out/b", to: "a")
    #expect(failure("out/a") == .tooManyLinks(limit: Directory.linkLimit))
    #expect(disk.listed("out") == ["a", "b"])
  }

  @Test func aDirectoryIsNoFile() throws {
    disk.folder("out/page")
    disk.link("out/link", to: "page")
    #expect(failure("out/page") == .notARegularFile(.directory))
    #expect(failure("out/link") == .notARegularFile(.directory))
    #expect(failure("out/page/") == .notAName)
    #expect(failure("out/..") == .notAName)
    #expect(failure("") == .notAName)
    #expect(disk.listed("out") == ["link", "page"] && disk.listed("out/page") == [])
  }

  @Test func aMissingFolderIsAnError() throws {
    disk.file("out/file")
    #expect(failure("nowhere/page") == .notFound)
    // Also for root, whom no permission keeps out.
    #expect(failure("out/file/page") == .notADirectory)
    #expect(disk.listed("out") == ["file"])
  }

  @Test func aDraftThatCannotBeRenamedIsRemoved() throws {
    // The draft's name is short enough, and this one is not.
    let long = String(repeating: "x", count: 300)
    #expect(failure("out/" + long) == .system(Errno(code: ENAMETOOLONG)))
    #expect(disk.listed("out") == [])
  }

  @Test func aDeviceIsWrittenInPlace() throws {
    try write("new", to: "/dev/null")
    var status = stat()
    #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #if os(Linux)
      disk.link("out/page", to: "/dev/full")
      #expect(failure("/dev/full") == .system(Errno(code: ENOSPC)))
      #expect(failure("out/page") == .system(Errno(code: ENOSPC)))
      #expect(disk.listed("out") == ["page"])
    #endif
  }

  @Test func anOpenFileIsWrittenInPlace() throws {
    disk.file("out/log", "old ")
    disk.file("out/gone", "")
    let log = open(disk.root + "/out/log", O_WRONLY | O_APPEND)
    let gone = open(disk.root + "/out/gone", O_RDWR)
    defer { for number in [log, gone] { close(number) } }
    unlink(disk.root + "/out/gone")
    let inode = disk.inode("out/log")
    try write("new", to: "/dev/fd/\(log)")
    try write("new", to: "/dev/fd/\(gone)")
    #expect(disk.text("out/log") == "old new" && disk.inode("out/log") == inode)
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(pread(gone, &buffer, 9, 0) == 3 && buffer.starts(with: bytes("new")))
    #expect(disk.listed("out") == ["log"])
  }

  @Test func aSocketAndAPipeAreWrittenByTheirNumbers() throws {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    var pipes: [Int32] = [-1, -1]
    var sockets: [Int32] = [-1, -1]
    #expect(pipe(&pipes) == 0 && socketpair(AF_UNIX, stream, 0, &sockets) == 0)
    defer { for number in pipes + sockets { close(number) } }
    for (reading, writing) in [(pipes[0], pipes[1]), (sockets[0], sockets[1])] {
      disk.link("out/\(writing)", to: "/dev/fd/\(writing)")
      try write("new", to: "out/\(writing)")
      var buffer = [UInt8](repeating: 0, count: 9)
      #expect(read(reading, &buffer, 9) == 3 && buffer.starts(with: bytes("new")))
    }
    #expect(failure("/dev/fd/\(pipes[0])") == .system(Errno(code: EBADF)))
    #expect(failure("/dev/fd/99999") != nil)
  }

  @Test func aFileThatHoldsTheBytesIsLeftAlone() throws {
    try write("same", to: "page")
    let before = disk.inode("page")
    #expect(try write("same", to: "page") == .untouched)
    #expect(disk.inode("page") == before)
    #expect(try write("other", to: "page").isTouched)
    #expect(disk.inode("page") != before)
  }

  @Test func outputDoesNotWaitForALock() throws {
    disk.file("page", "old")
    let lock = try FolderLock([disk.scope("/")])
    try write("new", to: "page")
    #expect(disk.text("page") == "new" && disk.listed("") == ["out", "page"])
    withExtendedLifetime(lock) {}
  }

  @Test func aDraftOfOutputIsNotRemovedByAWriter() throws {
    disk.folder("d")
    let directory = try disk.scope("d").directory.descriptor
    let draft = try TemporaryName.make(in: directory, locked: false) { name throws(Errno) in
      try Descriptor.create(name, at: directory, permissions: 0o600)
    }
    _ = try FolderLock([disk.scope("d")])
    #expect(disk.listed("d") == [String(decoding: draft.name.bytes, as: UTF8.self)])
  }
}
