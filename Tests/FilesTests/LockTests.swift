import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct LockTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test func aWaitingWriterGetsOneMessageAndThenAnError() throws {
    disk.folder("a")
    let first = try FolderLock([disk.scope("a")])
    var pauses: [Int] = []
    var told: [(FilePlace, after: Int)] = []
    let lockTimeout = LockTimeout(limit: 5000) {
      pauses.append($0)
    } tell: {
      told.append(($0, pauses.reduce(0, +)))
    }
    #expect(throws: FileError(place("a"), .locked(milliseconds: 5000))) {
      try FolderLock([disk.scope("a")], lockTimeout)
    }
    #expect(pauses.reduce(0, +) == 5000 && pauses.allSatisfy { 1...20 ~= $0 })
    // Those who come try often at first: who has waited long must not fall behind them.
    let late = zip(pauses, pauses.indices).filter { pauses[..<$1].reduce(0, +) >= 1000 }
    #expect(late.allSatisfy { $0.0 <= 2 })
    #expect(told.map(\.0) == [place("a")] && told.allSatisfy { 1000..<1020 ~= $0.after })
    // It was all the patience that there is.
    #expect(throws: FileError(place("a"), .locked(milliseconds: 5000))) {
      try FolderLock([disk.scope("a")], lockTimeout)
    }
    withExtendedLifetime(first) {}
  }

  @Test func foldersAreReadAfterTheyAreLocked() throws {
    let seen = try disk.scope("/")
    disk.file("late.json", "late")
    #expect(try FolderLock([seen]).folders[0].listing(.json).files == [bytes("late.json")])
  }

  @Test func theDirectoryBehindALinkIsLockedToo() throws {
    disk.file("far/real.json", "")
    disk.link("a.json", to: "far/real.json")
    disk.link("none.json", to: "nothing")
    disk.link("d", to: "far")
    let lock = try FolderLock([disk.scope("/")])
    #expect(
      Set(lock.locks.keys)
        == [try disk.scope("/").directory.identity, try disk.scope("far").directory.identity])
  }

  @Test func onlyDraftsOfAKilledWriterAreRemoved() throws {
    disk.file("../outside", "outside")
    let others = [
      ".heir-0123456789abcdef.out", ".heir-0123456789abcdef.tmp2", ".heir-0123456789ABCDEF.tmp",
      ".heir-123.tmp", ".heir", "heir-0123456789abcdef.tmp", "a.json",
    ]
    for name in others { disk.file(name) }
    disk.file(".heir-0123456789abcdef.tmp")
    disk.link(".heir-1111111111111111.tmp", to: "../outside")
    disk.fifo(".heir-2222222222222222.tmp")
    disk.folder(".heir-3333333333333333.tmp")
    disk.file("below/.heir-0123456789abcdef.tmp")
    _ = try FolderLock([disk.scope("/")])
    #expect(
      disk.listed("") == (others + [".heir-3333333333333333.tmp", "below"]).sorted())
    #expect(disk.text("../outside") == "outside")
    #expect(disk.listed("below") == [".heir-0123456789abcdef.tmp"])
  }

  @Test(.needs(.root)) func draftsOfAnotherUserStay() throws {
    disk.file(".heir-0123456789abcdef.tmp")
    disk.file("own/.heir-0123456789abcdef.tmp")
    for path in ["/.heir-0123456789abcdef.tmp", "/own", "/own/.heir-0123456789abcdef.tmp"] {
      chown(disk.root + path, 4242, 4242)
    }
    _ = try FolderLock([disk.scope("/"), disk.scope("own")])
    // What lies in a directory of its owner's own was left by him.
    #expect(disk.listed("") == [".heir-0123456789abcdef.tmp", "own"] && disk.listed("own") == [])
  }

  @Test func aWriterRemovesOldDraftsInItsFolders() throws {
    for path in ["a/x.json", "a/b/x.json", "far/real.json", "_other/x.json", "busy/x.json"] {
      disk.file(path)
      disk.file((path as NSString).deletingLastPathComponent + "/.heir-0123456789abcdef.tmp")
    }
    disk.file("a/.heir-0123456789abcdef.out")
    disk.link("a/l.json", to: "../far/real.json")
    let busy = try FolderLock([disk.scope("busy")])
    disk.file("busy/.heir-0123456789abcdef.tmp")
    func come(by root: Folder) throws {
      let rules = Rules(patterns: Rules.json.patterns, ignored: [FilePattern(bytes("far"))])
      let scopes = try root.folders(along: names("a/b"), rules: rules).found
      _ = try scopes[1].read(bytes("l.json"))
      _ = try root.folders(along: names("busy"), rules: rules)
    }
    let all = disk.litter.count
    try come(by: disk.scope("/"))
    #expect(disk.litter.count == all)
    try come(by: disk.scope("/").forWriting())
    #expect(
      disk.litter.sorted() == [
        "_other/.heir-0123456789abcdef.tmp", "a/.heir-0123456789abcdef.out",
        "busy/.heir-0123456789abcdef.tmp",
      ])
    withExtendedLifetime(busy) {}
  }

  @Test func newFoldersAreMadeForAScopeAndTakenBack() throws {
    disk.folder("a")
    disk.folder("a/b/c")
    let made = try NewFolders(names("x/y"), below: disk.scope("a"), rules: .json)
    #expect(made.folder.path == names("a/x/y"))
    try disk.write("n.json", "new", in: "a/x")
    made.removeCreated()
    // One of them holds something by now.
    #expect(disk.listed("a") == ["b", "x"] && disk.listed("a/x") == ["n.json"])
    let again = try NewFolders(names("b/c/d"), below: disk.scope("a"), rules: .json)
    again.removeCreated()
    #expect(disk.listed("a/b") == ["c"] && disk.listed("a/b/c").isEmpty)
  }

  @Test(arguments: ["", "..", ".hidden", "_part", "node_modules", "a\0", "x/y"])
  func noFolderIsMadeThatIsNoScope(name: String) throws {
    #expect(throws: FileError(.inTree(names("a") + [bytes(name)]), .notAName)) {
      try NewFolders(names("a") + [bytes(name)], below: disk.scope("/"), rules: .json)
    }
    #expect(disk.listed("").isEmpty)
  }
}
