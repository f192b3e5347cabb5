import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct ReadingTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

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

  @Test func anIgnoredNameIsStillAFileIfItMatches() throws {
    let rules = Rules(
      patterns: [FilePattern(bytes("*"))],
      ignored: [FilePattern(bytes("d*")), FilePattern(bytes("f"))])
    disk.folder("d")
    disk.file("f")
    let listing = try disk.listing("/", rules)
    #expect(texts(listing.files) == ["f"] && listing.folders.isEmpty)
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

  @Test func theRootMayBeNamedThroughALink() throws {
    disk.file("a.json")
    symlink("tree", disk.base + "/link")
    let root = try Folder.root(bytes("link"), from: WorkingDirectory(bytes(disk.base)))
    #expect(texts(root.listing(.json).files) == ["a.json"])
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
