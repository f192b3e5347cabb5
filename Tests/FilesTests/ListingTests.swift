import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct ListingTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func filesAndScopesAreListedInByteOrder() throws {
    for name in ["b.json", "a.json", "B.json", "é.json", "notes.txt"] { disk.file(name) }
    for name in ["prod", "dev", "Z", "a.json.d"] { disk.folder(name) }
    let listing = try disk.listing()
    #expect(texts(listing.files) == ["B.json", "a.json", "b.json", "é.json"])
    #expect(texts(listing.folders) == ["Z", "a.json.d", "dev", "prod"])
    #expect(listing.problems.isEmpty)
    #expect(!listing.containsSettings)
  }

  @Test func hiddenAndIgnoredNamesAreNoPartOfTheHierarchy() throws {
    for name in [".a.json", "_b.json", ".git/x.json", "_x/y.json", "node_modules/z.json"] {
      disk.file(name)
    }
    disk.link("_out.json", to: "/etc/passwd")
    disk.link("..out", to: "/etc")
    let listing = try disk.listing()
    #expect(listing.files.isEmpty && listing.folders.isEmpty && listing.problems.isEmpty)
    for name in [".git", "_x", "node_modules"] {
      #expect(throws: FileError(place(name), .notFound)) { try disk.scope(name) }
    }
  }

  @Test func anIgnoredNameIsStillAFileIfItMatches() throws {
    let rules = Rules(
      patterns: [FilePattern(bytes("*"))],
      ignored: [FilePattern(bytes("d*")), FilePattern(bytes("f"))])
    disk.folder("d")
    disk.file("f")
    let listing = try disk.listing("/", rules)
    #expect(texts(listing.files) == ["f"] && listing.folders.isEmpty)
  }

  @Test func aFifoWithTheNameOfAPropertyFileIsAProblemAndNeverBlocks() throws {
    disk.fifo("pipe.json")
    disk.fifo("pipe")
    disk.link("through.json", to: "pipe")
    let problems = try disk.listing().problems
    #expect(texts(problems.map(\.name)) == ["pipe.json", "through.json"])
    #expect(problems.map(\.error.kind) == [.notARegularFile(.fifo), .notARegularFile(.fifo)])
    #expect(throws: FileError(place("pipe.json"), .notARegularFile(.fifo))) {
      try disk.scope("/").read(bytes("pipe.json"))
    }
  }

  @Test func anOpenedFifoIsRefusedWithoutBlocking() throws {
    disk.fifo("swapped.json")
    let directory = try disk.scope("/").directory.descriptor
    let descriptor = try Descriptor.open(bytes("swapped.json"), at: directory, .file)
    #expect(throws: FileError(place("x"), .notARegularFile(.fifo))) {
      try descriptor.contents(at: place("x"))
    }
  }

  @Test func aNameThatIsNotUTF8IsAProblem() throws {
    let file = bytes(disk.root + "/").map(CChar.init(bitPattern:)) + [-1] + ".json".utf8CString
    let folder = bytes(disk.root + "/d").map(CChar.init(bitPattern:)) + [-1, 0]
    guard close(creat(file, 0o600)) == 0, mkdir(folder, 0o700) == 0 else { return }
    let listing = try disk.listing()
    #expect(listing.files.isEmpty && listing.folders.isEmpty)
    #expect(listing.problems.map(\.isFolder) == [true, false])
    #expect(listing.problems.map(\.error.kind) == [.notUTF8, .notUTF8])
    #expect(throws: FileError(.inTree([[0x64, 0xFF]]), .notUTF8)) {
      try disk.scope("/").folder(named: [0x64, 0xFF], rules: .json)
    }
  }
}

@Suite struct PatternTests {
  @Test func manyStarsCostNoMoreThanStarsTimesBytes() throws {
    let growth = Growth.ofBusySeconds { count in
      let pattern = FilePattern(bytes(String(repeating: "a*", count: count) + "b"))
      let name = [UInt8](repeating: 0x61, count: 100)
      for _ in 0..<1000 / count { #expect(!pattern.matches(name)) }
    }
    // Whoever tries every way through four stars takes thousands of times as long as through one.
    #expect(try growth.ratio(from: 1, to: 4, until: 10) < 10)
  }
}
