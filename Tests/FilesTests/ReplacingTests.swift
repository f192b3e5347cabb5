import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct ReplacingTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func equalBytesDoNotTouchTheFile() throws {
    disk.file("a.json", "same")
    let before = disk.inode("a.json")
    #expect(try disk.write("a.json", "same") == .untouched)
    #expect(disk.inode("a.json") == before)
  }

  @Test func aLinkOutOfTheTreeOrToNothingIsNeverWrittenThrough() throws {
    disk.file("../outside", "outside")
    disk.link("out.json", to: "../outside")
    disk.link("none.json", to: "nothing")
    let lock = try FolderLock([disk.scope("/")])
    let cases: [(String, FileError.Kind)] = [
      ("out.json", .linkLeavesTree(target: bytes("../outside"))),
      ("none.json", .danglingLink(target: bytes("nothing"))),
    ]
    for (name, kind) in cases {
      #expect(throws: FileError(place(name), kind)) {
        try lock.read(bytes(name), in: lock.folders[0])
      }
    }
    #expect(disk.text("../outside") == "outside")
  }

  @Test(arguments: Meanwhile.allCases)
  func aFileChangedSinceItWasReadIsNotWritten(meanwhile: Meanwhile) throws {
    disk.file("a.json", "old")
    disk.file("far/real.json", "old")
    disk.link("l.json", to: "far/real.json")
    let name = meanwhile.name
    let lock = try FolderLock([disk.scope("/")])
    let snapshot = try lock.read(bytes(name), in: lock.folders[0])
    meanwhile.happens(in: disk)
    let edited = disk.text(name)
    #expect(throws: FileError(place(name), .changedMeanwhile)) {
      try lock.write([FileChange(snapshot, bytes: bytes("new"))])
    }
    #expect(disk.text(name) == edited)
    #expect(disk.litter.isEmpty)
  }

  @Test func aFileMadeSinceItWasMissingIsNotWritten() throws {
    let lock = try FolderLock([disk.scope("/")])
    let snapshot = try lock.read(bytes("n.json"), in: lock.folders[0])
    #expect(snapshot.bytes == nil)
    disk.file("n.json", "somebody's")
    #expect(throws: FileError(place("n.json"), .changedMeanwhile)) {
      try lock.write([FileChange(snapshot, bytes: bytes("new"))])
    }
    #expect(disk.text("n.json") == "somebody's")
  }

  @Test func restoringPutsTheSameFileBack() throws {
    disk.file("a.json", "old")
    let before = disk.inode("a.json")
    let replacement = try replacement("a.json", "new")
    try replacement.install(old: nil)
    #expect(disk.text("a.json") == "new")
    try replacement.restore()
    #expect(disk.text("a.json") == "old" && disk.inode("a.json") == before)
    #expect(disk.litter.isEmpty)
  }

  @Test func restoringRemovesANewFile() throws {
    let replacement = try replacement("n.json", "new")
    try replacement.install(old: nil)
    try replacement.restore()
    #expect(disk.listed("").isEmpty)
  }

  @Test func restoringKeepsAFileOfAnotherProgram() throws {
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

  // MARK: Several files

  private func locked(_ paths: String...) throws -> FolderLock {
    try FolderLock(paths.map { try disk.scope($0) })
  }

  private func changes(_ lock: FolderLock, _ name: String) throws -> [FileChange] {
    try lock.folders.map { FileChange(try lock.read(bytes(name), in: $0), bytes: bytes("new")) }
  }

  @Test func ifOneFileCannotBeWrittenNoneIs() throws {
    disk.file("a/x.json", "old a")
    link(disk.root + "/a/x.json", disk.root + "/a/other")
    disk.file("far/one.json", "one")
    disk.file("far/two.json", "two")
    disk.folder("b")
    disk.link("b/x.json", to: "../far/one.json")
    disk.folder("c")
    let before = disk.inode("a/x.json")
    let lock = try locked("a", "c", "b")
    let changes = try changes(lock, "x.json")
    // That a link leads elsewhere is found by the last look, when the first two files are in place.
    unlink(disk.root + "/b/x.json")
    disk.link("b/x.json", to: "../far/two.json")
    #expect(throws: FileError(place("b/x.json"), .changedMeanwhile)) { try lock.write(changes) }
    #expect(disk.text("a/x.json") == "old a" && disk.inode("a/x.json") == before)
    #expect(disk.text("far/one.json") == "one" && disk.text("far/two.json") == "two")
    #expect(disk.listed("c").isEmpty && disk.litter.isEmpty)
  }

  @Test func hardLinksBecomeSeparateFiles() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    link(disk.root + "/a/x.json", disk.root + "/b/x.json")
    let lock = try locked("a", "b")
    #expect(try lock.write(changes(lock, "x.json")).map(\.hasOtherLinks) == [true, true])
    #expect(disk.text("a/x.json") == "new" && disk.text("b/x.json") == "new")
    #expect(disk.inode("a/x.json") != disk.inode("b/x.json"))
    #expect(disk.litter.isEmpty)
  }

  @Test func aHardLinkThatIsChangedMeanwhileIsNotWritten() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    disk.folder("c")
    link(disk.root + "/a/x.json", disk.root + "/b/x.json")
    let before = disk.inode("a/x.json")
    let lock = try locked("a", "b")
    let changes = try changes(lock, "x.json")
    disk.overwrite("b/x.json", "odd")
    #expect(throws: FileError(place("a/x.json"), .changedMeanwhile)) { try lock.write(changes) }
    #expect(disk.text("a/x.json") == "odd" && disk.inode("b/x.json") == before)
    #expect(disk.litter.isEmpty)
  }

  @Test func oneFileUnderTwoNamesIsRefused() throws {
    disk.file("a/x.json", "old")
    disk.folder("b")
    disk.link("b/x.json", to: "../a/x.json")
    let lock = try locked("a", "b")
    let changes = try changes(lock, "x.json")
    #expect(throws: FileError(place("b/x.json"), .sameFile(as: place("a/x.json")))) {
      try lock.write(changes)
    }
    #expect(disk.text("a/x.json") == "old" && disk.litter.isEmpty)
  }

  enum Meanwhile: CaseIterable {
    case written, writtenWithEqualSizeAndTime, replaced, deleted, chmodded, ledElsewhere, linked

    var name: String { self == .ledElsewhere || self == .linked ? "l.json" : "a.json" }

    func happens(in disk: TemporaryTree) {
      let path = disk.root + "/a.json"
      switch self {
      case .written: disk.overwrite("a.json", "else")
      case .writtenWithEqualSizeAndTime:
        let known = try? Descriptor.status(of: bytes(path), at: nil)
        disk.overwrite("a.json", "els")
        let modified = timespec(
          tv_sec: known?.modified.seconds ?? 0, tv_nsec: known?.modified.nanoseconds ?? 0)
        var times = [modified, modified]
        utimensat(AT_FDCWD, path, &times, 0)
      case .replaced:
        disk.file("new", "old")
        rename(disk.root + "/new", path)
      case .deleted: unlink(path)
      case .chmodded: chmod(path, 0o600)
      case .ledElsewhere:
        unlink(disk.root + "/l.json")
        disk.link("l.json", to: "a.json")
      case .linked: disk.overwrite("far/real.json", "else")
      }
    }
  }
}
