import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct WatchTests {
  private func look(_ disk: TemporaryTree, _ path: [String], _ watch: DirectoryWatch) throws {
    watch.begin()
    watch.open(wayTo: bytes(disk.root), from: .current)
    let root = try Folder.root(bytes(disk.root), observer: watch)
    let found = try root.folders(along: path.map(bytes), rules: .json).found
    for folder in found { _ = folder.listing(.json) }
    watch.end()
  }

  @Test func theDirectoriesOfTheLastLookAreWatched() throws {
    let disk = try TemporaryTree()
    disk.file("a/b/x.json", "{}")
    disk.file("c/x.json", "{}")
    let watch = try DirectoryWatch()
    try look(disk, ["a", "b"], watch)
    let count = watch.count
    _ = watch.takeHints()
    disk.overwrite("c/x.json", "{ }")
    #expect(!watch.takeHints())
    disk.overwrite("a/b/x.json", "{ }")
    #expect(watch.takeHints())
    #expect(!watch.takeHints())
    try look(disk, ["c"], watch)
    #expect(watch.count == count - 1)
    disk.overwrite("a/b/x.json", "{  }")
    #expect(!watch.takeHints())
    disk.overwrite("c/x.json", "{  }")
    #expect(watch.takeHints())
  }

  @Test func readingAFileIsNoEvent() throws {
    let disk = try TemporaryTree()
    disk.file("a/x.json", "{}")
    let watch = try DirectoryWatch()
    try look(disk, ["a"], watch)
    _ = watch.takeHints()
    try look(disk, ["a"], watch)
    _ = try disk.rootFolder().folder(named: bytes("a"), rules: .json).read(bytes("x.json"))
    #expect(!watch.takeHints())
  }
}
