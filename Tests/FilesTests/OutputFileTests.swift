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

  private func write(_ text: String, to path: String) throws {
    try OutputFile.write(bytes(text), to: bytes(path), from: .init(bytes(disk.root)))
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: disk.root + "/" + path, encoding: .utf8)
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(disk.root + "/" + path, &status)
    return status
  }

  private func mode(_ path: String) -> mode_t { status(path).st_mode & 0o7777 }

  /// The names in a directory, so that litter is seen.
  private func names(_ path: String = "out") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: disk.root + "/" + path).sorted()
  }

  private func failure(_ path: String) -> FileError.Kind? {
    do { try write("new", to: path) } catch { return (error as? FileError)?.kind }
    return nil
  }

  @Test func aNewFileHasWhatTheMaskLeavesOfTheUsualMode() throws {
    try write("new", to: "out/page")
    let other = open(disk.root + "/out/other", O_WRONLY | O_CREAT, 0o666)
    close(other)
    #expect(text("out/page") == "new")
    #expect(mode("out/page") == mode("out/other"))
    #expect(try names() == ["other", "page"])
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755] as [mode_t])
  func anExistingFileKeepsItsMode(mode: mode_t) throws {
    try expectMode(mode)
  }

  @Test(.needs(.root)) func aReadOnlyFileThatRootWritesKeepsItsMode() throws {
    try expectMode(0o444)
  }

  private func expectMode(_ mode: mode_t) throws {
    disk.file("out/page", "old, and longer than what comes")
    chmod(disk.root + "/out/page", mode)
    try write("new", to: "out/page")
    #expect(text("out/page") == "new")
    #expect(self.mode("out/page") == mode)
    #expect(try names() == ["page"])
  }

  @Test(arguments: ["../far/page", "ABSOLUTE", "../far/./page", "second"])
  func aLinkLeadsToTheFileThatItNames(target: String) throws {
    disk.file("far/page", "old")
    disk.link("out/second", to: "../far/page")
    chmod(disk.root + "/far/page", 0o640)
    disk.link("out/page", to: target == "ABSOLUTE" ? disk.root + "/far/page" : target)
    try write("new", to: "out/page")
    #expect(status("out/page").st_mode & S_IFMT == S_IFLNK)
    #expect(text("far/page") == "new" && mode("far/page") == 0o640)
    #expect(try names() == ["page", "second"] && names("far") == ["page"])
  }

  @Test func aDanglingLinkMakesTheFileThatItNames() throws {
    disk.link("out/page", to: "../made")
    try write("new", to: "out/page")
    #expect(text("made") == "new" && status("out/page").st_mode & S_IFMT == S_IFLNK)
    disk.link("out/lost", to: "../nowhere/made")
    #expect(failure("out/lost") == .notFound)
    #expect(try names() == ["lost", "page"])
  }

  @Test func linksInACircleAreNoFile() throws {
    disk.link("out/a", to: "b")
    disk.link("out/b", to: "a")
    #expect(failure("out/a") == .tooManyLinks(limit: Directory.linkLimit))
    #expect(try names() == ["a", "b"])
  }

  @Test func aDirectoryIsNoFile() throws {
    disk.folder("out/page")
    disk.link("out/link", to: "page")
    #expect(failure("out/page") == .notARegularFile(.directory))
    #expect(failure("out/link") == .notARegularFile(.directory))
    #expect(failure("out/page/") == .notAName)
    #expect(failure("out/..") == .notAName)
    #expect(failure("") == .notAName)
    #expect(try names() == ["link", "page"] && names("out/page") == [])
  }

  @Test func whereNothingCanStandThatIsSaid() throws {
    disk.file("out/file")
    #expect(failure("nowhere/page") == .notFound)
    // Also for root, whom no permission keeps out.
    #expect(failure("out/file/page") == .notADirectory)
    #expect(try names() == ["file"])
  }

  @Test func whatCannotTakeItsPlaceIsTakenAway() throws {
    // The draft's name is short enough, and this one is not.
    let long = String(repeating: "x", count: 300)
    #expect(failure("out/" + long) == .system(Errno(code: ENAMETOOLONG)))
    #expect(try names() == [])
  }

  @Test func aDeviceIsWrittenAsItStands() throws {
    try write("new", to: "/dev/null")
    #expect(status("../../../../../../../../../dev/null").st_mode & S_IFMT == S_IFCHR)
    #if os(Linux)
      disk.link("out/page", to: "/dev/full")
      #expect(failure("/dev/full") == .system(Errno(code: ENOSPC)))
      #expect(failure("out/page") == .system(Errno(code: ENOSPC)))
      #expect(try names() == ["page"])
    #endif
  }

  @Test func whatIsOpenAlreadyIsWrittenWhereItStands() throws {
    disk.file("out/log", "old ")
    disk.file("out/gone", "")
    let log = open(disk.root + "/out/log", O_WRONLY | O_APPEND)
    let gone = open(disk.root + "/out/gone", O_RDWR)
    defer { for number in [log, gone] { close(number) } }
    unlink(disk.root + "/out/gone")
    let inode = status("out/log").st_ino
    try write("new", to: "/dev/fd/\(log)")
    try write("new", to: "/dev/fd/\(gone)")
    #expect(text("out/log") == "old new" && status("out/log").st_ino == inode)
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(pread(gone, &buffer, 9, 0) == 3 && buffer.starts(with: bytes("new")))
    #expect(try names() == ["log"])
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
}
