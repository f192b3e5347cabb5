import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct LinkTests {
  let disk: TemporaryTree

  init() throws {
    disk = try TemporaryTree()
    disk.file("shared/db.json", "shared")
    disk.file("../outside/secret.json", "secret")
  }

  func error(reading name: String, in scope: String = "/") throws -> FileError? {
    let folder = try disk.scope(scope)
    do throws(FileError) {
      _ = try folder.read(bytes(name))
      return nil
    } catch {
      return error
    }
  }

  func text(_ name: String, in scope: String = "/") throws -> String {
    String(decoding: try disk.scope(scope).read(bytes(name)), as: UTF8.self)
  }

  @Test func aLinkThatLeavesTheTreeIsAnErrorThatNamesBothEnds() throws {
    disk.folder("a")
    for target in ["../../outside/secret.json", disk.base + "/outside/secret.json"] {
      disk.link("a/x.json", to: target)
      let expected = FileError(place("a/x.json"), .linkLeavesTree(target: bytes(target)))
      #expect(try error(reading: "x.json", in: "a") == expected)
      #expect(try disk.listing("a").problems.map(\.error) == [expected])
      unlink(disk.root + "/a/x.json")
    }
  }

  @Test func anAbsoluteLinkThatComesBackToTheRootIsFollowed() throws {
    disk.link("x.json", to: disk.root + "/shared/db.json")
    disk.link("again.json", to: disk.root + "/../tree/./shared//db.json")
    disk.folder("a")
    disk.link("a/up.json", to: "../../tree/shared/db.json")
    #expect(try text("x.json") == "shared")
    #expect(try text("again.json") == "shared")
    #expect(try text("up.json", in: "a") == "shared")
  }

  @Test func aDirectoryWhoseNameOnlyBeginsLikeTheRootIsOutside() throws {
    disk.file("../treehouse/x.json", "other")
    disk.link("x.json", to: disk.root + "house/x.json")
    let target = bytes(disk.root + "house/x.json")
    #expect(
      try error(reading: "x.json") == FileError(place("x.json"), .linkLeavesTree(target: target)))
  }

  @Test func aPathThatComesBackAfterALinkLeftIsStillRefused() throws {
    disk.link("up", to: "..")
    #expect(throws: FileError(place("up"), .linkLeavesTree(target: bytes("..")))) {
      try disk.scope("/").contents(of: bytes("up/tree/shared/db.json"))
    }
  }

  @Test func theEnvironmentOfTheProcessCannotBeRead() throws {
    disk.link("x.json", to: "/proc/self/environ")
    let expected = FileError(
      place("x.json"), .linkLeavesTree(target: bytes("/proc/self/environ")))
    #expect(try error(reading: "x.json") == expected)
  }

  @Test func aLoopOfLinksIsAnError() throws {
    disk.link("a.json", to: "b.json")
    disk.link("b.json", to: "a.json")
    disk.link("self", to: "self/x")
    let kinds = try disk.listing().problems.map(\.error.kind)
    #expect(
      kinds == [.tooManyLinks(limit: 40), .tooManyLinks(limit: 40), .tooManyLinks(limit: 40)])
    #expect(throws: FileError.self) { try disk.scope("self") }
  }

  @Test func fortyLinksAreFollowedAndOneMoreIsNot() throws {
    disk.link("l1.json", to: "shared/db.json")
    for number in 2...41 { disk.link("l\(number).json", to: "l\(number - 1).json") }
    #expect(try text("l40.json") == "shared")
    #expect(try error(reading: "l41.json")?.kind == .tooManyLinks(limit: 40))
  }

  @Test func aDanglingLinkIsAProblemOnlyWhereAFileIsExpected() throws {
    disk.link("x.json", to: "gone")
    disk.link("readme", to: "gone")
    disk.link("y.json", to: "shared/db.json/z")
    let problems = try disk.listing().problems
    #expect(
      problems.map(\.error) == [
        FileError(place("x.json"), .danglingLink(target: bytes("gone"))),
        FileError(place("y.json"), .danglingLink(target: bytes("shared/db.json/z"))),
      ])
  }

  @Test func aLinkedDirectoryIsAScopeWithItsOwnPathAndItsRealSurroundings() throws {
    disk.file("shared/eu/x.json", "x")
    disk.link("shared/eu/up.json", to: "../db.json")
    disk.link("prod", to: "shared/eu")
    let folder = try disk.scope("prod")
    #expect(folder.path == names("prod"))
    #expect(try text("up.json", in: "prod") == "shared")
    #expect(texts(try disk.listing().folders) == ["prod", "shared"])
  }

  @Test func aCycleOfDirectoriesIsAnError() throws {
    disk.folder("a/b")
    disk.folder("c")
    disk.link("a/b/again", to: "../../a")
    disk.link("a/c", to: "../c")
    disk.link("c/a", to: "../a")
    disk.link("top", to: ".")
    #expect(throws: FileError(place("a/b/again"), .directoryCycle(ancestor: names("a")))) {
      try disk.scope("a/b/again")
    }
    #expect(throws: FileError(place("a/c/a"), .directoryCycle(ancestor: names("a")))) {
      try disk.scope("a/c/a")
    }
    #expect(throws: FileError(place("top"), .directoryCycle(ancestor: []))) {
      try disk.scope("top")
    }
    #expect(
      try disk.listing("a/b").problems.map(\.error.kind) == [.directoryCycle(ancestor: names("a"))])
    #expect(texts(try disk.listing("a/c").folders).isEmpty)
  }

  @Test func aDirectoryThatBecameALinkAfterItWasListedIsNotFollowed() throws {
    disk.folder("child")
    let folder = try disk.scope("/")
    rmdir(disk.root + "/child")
    disk.link("child", to: "../outside")
    #expect(throws: FileError.self) { try folder.folder(named: bytes("child"), rules: .json) }
    #expect(throws: Errno.self) {
      try Descriptor.open(bytes("child"), at: folder.directory.descriptor, .directory)
    }
  }

  @Test func aFileThatBecameALinkAfterItWasLookedAtIsNotOpened() throws {
    disk.link("x.json", to: "../outside/secret.json")
    let directory = try disk.scope("/").directory.descriptor
    #expect(throws: Errno(code: ELOOP)) {
      try Descriptor.open(bytes("x.json"), at: directory, .file)
    }
  }
}
