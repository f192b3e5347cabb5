import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct FileTreeTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func aScopeIsWhatTheListingSpellsByteForByte() throws {
    disk.folder("caf\u{e9}")
    disk.folder("Prod")
    let root = try disk.scope("/")
    for name in ["cafe\u{301}", "prod", "PROD", "Prod ", "Pro"] {
      #expect(throws: FileError(.inTree([bytes(name)]), .notFound)) {
        try root.folder(named: bytes(name), rules: .json)
      }
    }
    #expect(try root.folder(named: bytes("caf\u{e9}"), rules: .json).path == [bytes("caf\u{e9}")])
  }

  @Test func theRootMayBeNamedThroughALinkAndMustBeADirectory() throws {
    disk.file("a.json")
    symlink("tree", disk.base + "/link")
    let base = try WorkingDirectory(bytes(disk.base))
    #expect(
      texts(try Folder.root(bytes("link"), from: base).listing(.json).files) == ["a.json"])
    for (path, kind): (String, FileError.Kind) in [
      ("none", .notFound), ("tree/a.json", .notADirectory), ("", .emptyPath),
      ("tr\0ee", .nulInPath),
    ] {
      #expect(throws: FileError(.given(bytes(path)), kind)) {
        try Folder.root(bytes(path), from: base)
      }
    }
  }

  @Test func theSettingsFileIsReadOnlyIfItIsAFileInTheTree() throws {
    #expect(try disk.rootFolder().settingsFile() == nil)
    disk.file(".heir", "{ }")
    #expect(try disk.rootFolder().settingsFile() == bytes("{ }"))
    unlink(disk.root + "/.heir")
    disk.fifo(".heir")
    #expect(throws: FileError(place(".heir"), .notARegularFile(.fifo))) {
      try disk.rootFolder().settingsFile()
    }
    unlink(disk.root + "/.heir")
    disk.link(".heir", to: "/etc/passwd")
    #expect(throws: FileError(place(".heir"), .linkLeavesTree(target: bytes("/etc/passwd")))) {
      try disk.rootFolder().settingsFile()
    }
  }

  @Test func aDirectoryOfTheDiskHasAScopeIfItLiesInTheTree() throws {
    disk.folder("a/b")
    disk.folder("a/bc")
    disk.folder("../treehouse/a")
    symlink("tree/a/b", disk.base + "/elsewhere")
    let base = try WorkingDirectory(bytes(disk.base))
    let root = try disk.rootFolder()
    for (path, scope): (String, [FileName]?) in [
      ("tree", []), ("tree/a/b", names("a/b")), ("tree/a/bc/", names("a/bc")),
      ("elsewhere", names("a/b")), (".", nil), ("treehouse/a", nil), ("none", nil),
      ("tree/a/../a/b/.", names("a/b")),
    ] {
      #expect(try root.names(to: bytes(path), from: base) == scope)
    }
  }

  @Test func nestingBeyondTheLimitIsAnError() throws {
    for number in 0..<520 {
      disk.folder("d\(number)")
      disk.link("d\(number)/n", to: "../d\(number + 1)")
    }
    let path = [bytes("d0")] + Array(repeating: bytes("n"), count: 515)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur > 2000 else { return }
    let error = #expect(throws: FileError.self) {
      try disk.rootFolder().folders(along: path, rules: .json)
    }
    #expect(error?.kind == .tooDeep(limit: 512))
  }
}
