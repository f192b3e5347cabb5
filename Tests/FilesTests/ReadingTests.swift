import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct ReadingTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func aFileIsReadWhole() throws {
    let text = String(repeating: "0123456789", count: 100_000)
    disk.file("a.json", text)
    disk.file("empty.json", "")
    #expect(try disk.scope("/").read(bytes("a.json")) == bytes(text))
    #expect(try disk.scope("/").read(bytes("empty.json")).isEmpty)
  }

  @Test func aFileAboveTheBoundIsRefusedWithoutReadingIt() throws {
    disk.file("big.json")
    truncate(disk.root + "/big.json", (256 << 20) + 1)
    #expect(throws: FileError(place("big.json"), .tooLarge(limit: 256 << 20))) {
      try disk.scope("/").read(bytes("big.json"))
    }
  }

  @Test func aFileThatGrowsBeyondTheBoundIsRefused() throws {
    disk.file("grown.json", "12345678")
    let directory = try disk.scope("/").directory.descriptor
    let descriptor = try Descriptor.open(bytes("grown.json"), at: directory, .file)
    #expect(throws: FileError(place("grown.json"), .tooLarge(limit: 7))) {
      try descriptor.contents(at: place("grown.json"), limit: 7)
    }
    // The size says 0, so the bound is only noticed while reading.
    guard let maps = try? Descriptor.open(bytes("/proc/self/maps"), at: nil, .file) else { return }
    #expect(throws: FileError(place("maps"), .tooLarge(limit: 100))) {
      try maps.contents(at: place("maps"), limit: 100)
    }
  }

  @Test(arguments: ["", ".", "..", "a/b.json", "/etc/passwd", "a\0b", "../tree/a.json"])
  func invalidNamesAreErrors(name: String) throws {
    disk.file("a/b.json")
    disk.file("a.json")
    let folder = try disk.scope("/")
    #expect(throws: FileError(.inTree([bytes(name)]), .notAName)) { try folder.read(bytes(name)) }
    #expect(throws: FileError(.inTree([bytes(name)]), .notAName)) {
      try folder.folder(named: bytes(name), rules: .json)
    }
  }

  @Test func aPathMayGoUpAndDownInsideTheTree() throws {
    disk.file("texts/motd", "hello")
    disk.folder("prod/eu")
    disk.link("prod/eu/t", to: "../../texts")
    let folder = try disk.scope("prod/eu")
    for path in ["../../texts/motd", "t/motd", "t/../texts/./motd", "..//eu/../eu/t/motd"] {
      let contents = try folder.contents(of: bytes(path))
      #expect(contents.bytes == bytes("hello"))
      #expect(contents.path == names("texts/motd"))
    }
  }

  @Test func aPathOutOfTheTreeIsRefused() throws {
    disk.file("../tree2/x", "outside")
    disk.folder("prod")
    let folder = try disk.scope("prod")
    let cases: [(String, FileError.Kind)] = [
      ("", .emptyPath), ("a\0b", .nulInPath), (disk.root + "/prod", .absolutePath),
      ("../../tree2/x", .pathLeavesTree(path: bytes("../../tree2/x"))),
      ("../../tree/prod/x", .pathLeavesTree(path: bytes("../../tree/prod/x"))),
    ]
    for (path, kind) in cases {
      #expect(throws: FileError(place("prod"), kind)) { try folder.contents(of: bytes(path)) }
    }
  }

  @Test func aPathToADirectoryOrThroughAFileIsAnError() throws {
    disk.file("a.json")
    disk.folder("d")
    let folder = try disk.scope("/")
    for path in ["d", "d/", "d/.", "."] {
      let error = #expect(throws: FileError.self) { try folder.contents(of: bytes(path)) }
      #expect(error?.kind == .notARegularFile(.directory))
    }
    for path in ["a.json/", "a.json/.", "a.json/x", "a.json/.."] {
      #expect(throws: FileError(place("a.json"), .notADirectory)) {
        try folder.contents(of: bytes(path))
      }
    }
  }

  @Test func noDescriptorStaysOpen() throws {
    disk.file("a/b/c/x.json")
    disk.fifo("a/pipe.json")
    disk.link("a/out.json", to: "/etc/passwd")
    disk.link("a/l", to: "b/c")
    let held = try disk.scope("a")
    let count = openDescriptors(below: disk.root)
    #expect(count > 0)
    for _ in 0..<30 {
      let folder = try disk.scope("a/l")
      _ = try folder.read(bytes("x.json"))
      _ = try disk.listing("a")
      for name in ["out.json", "pipe.json", "none"] {
        _ = try? disk.scope("a").read(bytes(name))
      }
      _ = try disk.rootFolder().names(to: bytes(disk.root + "/a/b"))
      _ = try Discovery(from: WorkingDirectory(bytes(disk.root + "/a/b"))).root.listing(.json)
    }
    #expect(openDescriptors(below: disk.root) == count)
    withExtendedLifetime(held) {}
  }

  @Test func descriptorsAreNotInherited() throws {
    disk.folder("a")
    let folder = try disk.scope("a")
    let link = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for number in link ?? [] {
      guard let descriptor = Int32(number) else { continue }
      let path = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/" + number)
      guard path?.hasPrefix(disk.root) == true else { continue }
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    withExtendedLifetime(folder) {}
  }
}
