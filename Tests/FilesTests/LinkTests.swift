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

  @Test func fortyLinksAreFollowedAndOneMoreIsNot() throws {
    disk.link("l1.json", to: "shared/db.json")
    for number in 2...41 { disk.link("l\(number).json", to: "l\(number - 1).json") }
    #expect(try text("l40.json") == "shared")
    #expect(try error(reading: "l41.json")?.kind == .tooManyLinks(limit: 40))
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
