import Foundation
import TestSupport
import Testing

@testable import SystemCalls

@Suite struct FileReplacementTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func whatIsInPlaceIsPutBackToTheVeryFile() throws {
    disk.file("a.json", "old")
    let before = disk.inode("a.json")
    let replacement = try replacement("a.json", "new")
    try replacement.install(old: nil)
    #expect(disk.text("a.json") == "new")
    try replacement.putBack()
    #expect(disk.text("a.json") == "old" && disk.inode("a.json") == before)
    #expect(disk.litter.isEmpty)
  }

  @Test func whatWasMadeIsTakenAwayAgain() throws {
    let replacement = try replacement("n.json", "new")
    try replacement.install(old: nil)
    try replacement.putBack()
    #expect(disk.listed("").isEmpty)
  }

  @Test func whatSomebodyElseHasPutThereSinceIsNotPutBackOver() throws {
    disk.file("a.json", "old")
    let replacement = try replacement("a.json", "new")
    try replacement.install(old: nil)
    disk.file("else", "else")
    rename(disk.root + "/else", disk.root + "/a.json")
    try replacement.putBack()
    #expect(disk.text("a.json") == "else" && disk.litter.isEmpty)
  }

  @Test func aDraftThatIsLetGoOfLeavesNothing() throws {
    disk.file("a.json", "old")
    _ = try replacement("a.json", "new")
    #expect(disk.listed("") == ["a.json"] && disk.text("a.json") == "old")
  }

  @Test func whoCannotGiveAFileAwayGrantsNobodyMore() throws {
    guard geteuid() != 0 else { return }
    // The file of somebody else in a group that one is not in, as its status tells it.
    let cases: [(mode: UInt32, expected: UInt32)] = [
      (0o640, 0o600), (0o644, 0o644), (0o664, 0o644), (0o604, 0o600), (0o6755, 0o755),
    ]
    for (mode, expected) in cases {
      disk.file("other", "")
      chmod(disk.root + "/other", mode_t(mode))
      let descriptor = try Descriptor.open(bytes(disk.root + "/other"), at: nil, .file)
      var status = stat()
      fstat(descriptor.number, &status)
      (status.st_uid, status.st_gid) = (0, 0)
      disk.file("new", "")
      let new = try Descriptor.open(bytes(disk.root + "/new"), at: nil, .file)
      #expect(try !new.resemble(descriptor, FileStatus(status)))
      #expect(disk.mode("new") == expected)
    }
  }

  private func replacement(_ name: String, _ text: String) throws -> FileReplacement {
    let directory = try Descriptor.open(bytes(disk.root), at: nil, .directory)
    let status = try? Descriptor.status(of: bytes(name), at: directory)
    return try FileReplacement(
      of: bytes(name), in: directory, locked: true,
      former: status.map { FileReplacement.Former(descriptor: nil, status: $0) }, bytes(text))
  }
}
