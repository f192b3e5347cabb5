import Foundation
import TestSupport
import Testing

@testable import SystemCalls
@testable import Trees

@Suite struct FileReplacementTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func whatIsInPlaceIsPutBackToTheVeryFile() throws {
    disk.file("a.json", "old")
    let before = disk.inode("a.json")
    let replacement = try replacement("a.json", "new")
    try replacement.install(old: nil)
    #expect(disk.text("a.json") == "new")
    try replacement.restore()
    #expect(disk.text("a.json") == "old" && disk.inode("a.json") == before)
    #expect(disk.litter.isEmpty)
  }

  @Test func whatWasMadeIsTakenAwayAgain() throws {
    let replacement = try replacement("n.json", "new")
    try replacement.install(old: nil)
    try replacement.restore()
    #expect(disk.listed("").isEmpty)
  }

  @Test func whatSomebodyElseHasPutThereSinceIsNotPutBackOver() throws {
    disk.file("a.json", "old")
    let replacement = try replacement("a.json", "new")
    try replacement.install(old: nil)
    disk.file("else", "else")
    rename(disk.root + "/else", disk.root + "/a.json")
    try replacement.restore()
    #expect(disk.text("a.json") == "else" && disk.litter.isEmpty)
  }

  private func replacement(_ name: String, _ text: String) throws -> FileReplacement {
    let directory = try Descriptor.open(bytes(disk.root), at: nil, .directory)
    let status = try? Descriptor.status(of: bytes(name), at: directory)
    return try FileReplacement(
      of: bytes(name), in: directory, .given(bytes(name)), locked: true,
      former: status.map { FileReplacement.OldFile(descriptor: nil, status: $0) }, bytes(text))
  }
}
