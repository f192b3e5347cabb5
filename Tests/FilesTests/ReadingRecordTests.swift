import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct ReadingRecordTests {
  let disk: TemporaryTree
  let record = ReadingRecord()

  init() throws {
    disk = try TemporaryTree()
    disk.file("a/x.json", "old")
    disk.file("b/y.json", "kept")
    disk.folder("c")
  }

  private final class Meddler: ReadingObserver {
    let record: ReadingRecord
    let isMeddling = Atomic(false)
    private let meddle: @Sendable () -> Void

    init(_ record: ReadingRecord, _ meddle: @escaping @Sendable () -> Void) {
      (self.record, self.meddle) = (record, meddle)
    }

    func opened(_ directory: Directory) { record.opened(directory) }

    func opened(
      file: Descriptor, _ identity: FileIdentity, _ name: FileName, in directory: Directory
    ) {
      record.opened(file: file, identity, name, in: directory)
      if isMeddling.load(ordering: .relaxed) { meddle() }
    }
  }

  private func prepared(
    by observer: any ReadingObserver
  ) throws -> (lock: FolderLock, changes: [FileChange]) {
    let root = try Folder.root(bytes(disk.root), observer: observer)
    let rules = Rules(patterns: [])
    let lock = try FolderLock([root.folder(named: bytes("a"), rules: rules)])
    let changes = [
      FileChange(try lock.read(bytes("x.json"), in: lock.folders[0]), bytes: bytes("new"))
    ]
    _ = try root.folder(named: bytes("b"), rules: rules).read(bytes("y.json"))
    _ = try root.folder(named: bytes("c"), rules: rules)
    return (lock, changes)
  }

  @Test func aFileIsWrittenIfAllReadFilesAreUnchanged() throws {
    let (lock, changes) = try prepared(by: record)
    #expect(record.isCurrent)
    try lock.write(changes, basedOn: record)
    #expect(disk.text("a/x.json") == "new")
  }

  @Test(arguments: [
    "b/y.json", "b/new.json", "c/new.json", "a/new.json", "c/d/new.json", "new.json",
  ])
  func nothingIsWrittenIfAReadFileHasChanged(path: String) throws {
    let (lock, changes) = try prepared(by: record)
    disk.file(path, "else")
    #expect(!record.isCurrent)
    #expect(throws: FileError.self) { try lock.write(changes, basedOn: record) }
    #expect(disk.text("a/x.json") == "old" && disk.litter.isEmpty)
    record.restart()
    #expect(record.isCurrent)
    try lock.write(changes, basedOn: record)
    #expect(disk.text("a/x.json") == "new")
  }

  @Test(arguments: ["b/y.json", "a/new.json", "c/new.json"])
  func aChangeDuringAWriteRestoresTheOldFile(path: String) throws {
    let disk = disk
    let meddler = Meddler(record) { disk.file(path, "else") }
    let (lock, changes) = try prepared(by: meddler)
    let before = disk.inode("a/x.json")
    meddler.isMeddling.store(true, ordering: .relaxed)
    #expect(throws: FileError.self) { try lock.write(changes, basedOn: record) }
    #expect(disk.text("a/x.json") == "old" && disk.inode("a/x.json") == before)
    #expect(disk.text(path) == "else" && disk.litter.isEmpty)
  }
}
