import Cascade
import Foundation
import Testing

@testable import Answers
@testable import CommandSpec
@testable import Files
@testable import HeirTool
@testable import Output
@testable import SystemCalls
@testable import Trees

struct Looking {
  let tree: Scratch
  private let watched: WatchedScope
  private let session: Session
  private let options: CommonOptions
  /// Whoever is told of what happens reads no more than what was touched.
  private let watch: DirectoryWatch?

  init(
    _ files: [(path: String, text: String)], _ scope: String = "/a/b", _ keys: [String] = [],
    own: Bool = false, below: Bool = false, initial: Bool = false, overlays: [String] = [],
    told: Bool = false, root: String = ".", facts: String? = nil, values: [String] = [],
    json: Bool = true, columns: Int? = nil
  ) throws {
    watch = told ? try DirectoryWatch() : nil
    tree = Scratch([(".heir", "")] + files)
    session = Session(
      output: OutputBuffer(width: columns) { _ in nil }, errors: OutputBuffer { _ in nil },
      workingDirectory: try WorkingDirectory(Array(tree.url.path.utf8)),
      today: { CalendarDate(year: 2026, month: 3, day: 14) }, variable: { _ in nil })
    options = CommonOptions(
      root: Array(root.utf8), overlays: overlays.map { Array($0.utf8) },
      settings: values.map {
        .init(option: "--values", spelling: "--values", bytes: Array($0.utf8))
      },
      facts: facts.map { Array($0.utf8) }, color: columns == nil ? nil : .always)
    let form = WatchOptions(
      isJSON: json, isInitial: initial, isOwn: own, isBelow: below)
    watched = WatchedScope(
      ScopeArgument(text: Array(scope.utf8)), keys.map { Array($0.utf8) }, form)
  }

  func look() throws -> [String] {
    _ = watch?.takeHints()
    watch?.begin()
    let found = try watched.look(watch, Console(session, options))
    if found.isWhole { watch?.end() }
    found.accept()
    return found.reports.map { report in
      let keys = report.keys.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      return "\(String(decoding: report.scope, as: UTF8.self)): \(keys)"
    }
  }

  /// All that a look prints, passes to commands and writes to standard error.
  func report() -> String {
    let console = Console(session, options)
    var text = ""
    do throws(Failure) {
      let found = try watched.look(nil, console)
      for report in found.reports {
        for bytes in [report.scope] + report.keys + [report.text, report.shown] {
          text += String(decoding: bytes, as: UTF8.self) + "\n"
        }
      }
      found.accept()
    } catch { console.report(error) }
    return text + takeErrors()
  }

  func write(_ path: String, _ text: String) { tree.write(path, Array(text.utf8)) }

  func replace(_ path: String, _ text: String) {
    write("new~", text)
    rename(tree.url.path + "/new~", tree.url.path + "/" + path)
  }

  func takeErrors() -> String { String(decoding: session.errors.take(), as: UTF8.self) }
}

@Suite struct WatchedScopeTests {
  /// A long name around many keys that change, of which each report would carry all.
  @Test(arguments: [false, true]) func aLongNameWithManyChangesIsBounded(below: Bool) throws {
    let name = String(repeating: "a", count: 100_000)
    func object(_ value: Int) -> String {
      "{\"\(name)\": {" + (0..<300).map { "\"k\($0)\": \(value)" }.joined(separator: ",") + "}}"
    }
    let looking = try Looking([("a.json", object(1))], "/", below: below)
    #expect(try looking.look() == [])
    looking.write("a.json", object(2))
    if below {
      #expect(try looking.look() == [])
      #expect(looking.takeErrors().contains("more than 16 MiB"))
    } else {
      #expect(throws: Failure.self) { try looking.look() }
    }
  }

  @Test func keysNarrowWhatIsReported() throws {
    let looking = try Looking(
      [
        ("a.json", #"{"db": {"port": 1, "host": "x"}, "m": {"p": {"z": 1}, "q": {"z": 1}}}"#),
        ("a/b/a.json", "{}"),
      ],
      "/a/b", ["db.port", "m.*.z", "db"])
    _ = try looking.look()
    looking.write(
      "a.json",
      #"{"db": {"port": 2, "host": "y"}, "m": {"p": {"z": 1}, "q": {"z": 3, "u": 1}, "r": {"z": 4}}}"#
    )
    #expect(try looking.look() == ["/a/b: db.port m.q.z m.r.z db.host"])
    looking.write(
      "a.json",
      #"{"db": {"port": 2, "host": "y"}, "m": {"p": {"z": 1}, "q": {"z": 3}, "r": {"z": 4}}}"#)
    #expect(try looking.look() == [])
  }

  @Test func ownReportsOnlyChangesByFilesOfTheScope() throws {
    let looking = try Looking(
      [
        ("a.json", #"{"k": 1, "l": [1], "$merge": {"l": "append"}, "h": "x"}"#),
        ("a/b/a.json", #"{"l": [2], "t": {"$format": "${h}"}}"#),
      ], own: true)
    _ = try looking.look()
    looking.write("a.json", #"{"k": 2, "l": [3], "$merge": {"l": "append"}, "h": "y"}"#)
    #expect(try looking.look() == [])
    looking.write("a/b/a.json", #"{"l": [4], "t": {"$format": "${h}"}, "k": 2}"#)
    #expect(try looking.look() == ["/a/b: l"])
    looking.write("a.json", #"{"k": 5, "l": [], "$merge": {"l": "append"}, "h": "z"}"#)
    looking.write("a/b/a.json", #"{"l": [4], "t": {"$format": "${h}!"}}"#)
    #expect(try looking.look() == ["/a/b: k t"])
  }

  @Test func aBrokenFileKeepsTheLastValues() throws {
    let looking = try Looking([("a.json", #"{"k": 1, "l": 1}"#), ("a/b/a.json", "{}")])
    _ = try looking.look()
    looking.write("a.json", #"{"k": "#)
    #expect(throws: Failure.self) { try looking.look() }
    looking.write("a.json", #"{"k": 1, "l": 1}"#)
    #expect(try looking.look() == [])
    looking.write("a.json", #"{"k": "#)
    #expect(throws: Failure.self) { try looking.look() }
    looking.write("a.json", #"{"k": 1, "l": 2}"#)
    #expect(try looking.look() == ["/a/b: l"])
  }

  @Test(arguments: [false, true]) func aNewBrokenScopeIsReportedOnceItIsRepaired(
    told: Bool
  ) throws {
    for (mended, expected) in [(#"{"x": 1}"#, ["/c: k x"]), ("{}", ["/c: k"])] {
      let watched = try Looking([("a.json", #"{"k": 1}"#)], "/", below: true, told: told)
      #expect(try watched.look() == [])
      watched.write("c/x.json", "{")
      #expect(try watched.look() == [])
      watched.write("a.json", #"{"k": 2}"#)
      #expect(try watched.look() == ["/: k"])
      watched.write("c/x.json", mended)
      #expect(try watched.look() == expected)
    }
  }

  @Test func aScopeThatCannotBeOpenedIsNotReportedAsRemoved() throws {
    let watched = try Looking(
      [("t/a.json", #"{"k": 1}"#), ("t/a/c/x.json", #"{"y": 1}"#), ("o/a/o.json", "{}")], "/",
      below: true, overlays: ["o"], root: "t")
    #expect(try watched.look() == [])
    watched.write("t/q.json", "{")
    #expect(try watched.look() == [])
    let url = watched.tree.url
    try FileManager.default.moveItem(
      at: url.appending(path: "t/a"), to: url.appending(path: "gone"))
    // A link to itself leads nowhere, but is no word of what is not there.
    symlink("a", url.appending(path: "t/a").path)
    for _ in 0..<3 { #expect(try watched.look() == []) }
    try FileManager.default.removeItem(at: url.appending(path: "t/a"))
    try FileManager.default.removeItem(at: url.appending(path: "t/q.json"))
    #expect(try watched.look() == ["/a/c: k y"])
    #expect(try watched.look() == [])
  }

  @Test(arguments: [false, true]) func parentsInOtherDirectoriesAreWatched(told: Bool) throws {
    let looking = try Looking(
      [
        (
          ".heir",
          #"{"inherit": {"/hosts/*": ["/roles/${role}", {"scope": "/new/${role}", "optional": true}]}}"#
        ),
        ("roles/db/a.json", #"{"k": 1}"#), ("hosts/x/a.json", #"{"role": "db"}"#),
        ("hosts/x/y/a.json", "{}"), ("z/a.json", #"{"$inherit": ["/roles/db", "/hosts/x"]}"#),
      ], "/", below: true, told: told)
    #expect(try looking.look() == [])
    looking.write("roles/db/a.json", #"{"k": 2}"#)
    #expect(try looking.look() == ["/hosts/x: k", "/hosts/x/y: k", "/roles/db: k", "/z: k"])
    #expect(try looking.look() == [])
    looking.write("new/db/a.json", #"{"n": 1}"#)
    #expect(try looking.look() == ["/hosts/x: n", "/hosts/x/y: n", "/new/db: n", "/z: n"])
    looking.write("z/a.json", #"{"$inherit": ["/roles/db"]}"#)
    #expect(try looking.look() == ["/z: n role"])
    looking.write("hosts/x/a.json", #"{"role": "none"}"#)
    #expect(try looking.look() == ["/hosts/x: n k role", "/hosts/x/y: n k role"])
    looking.write("roles/none/a.json", #"{"k": {"$ref": "n", "scope": "/new/db"}}"#)
    #expect(try looking.look() == ["/hosts/x: k", "/hosts/x/y: k", "/roles/none: k"])
    looking.write("new/db/a.json", #"{"n": 3}"#)
    #expect(
      try looking.look() == ["/hosts/x: k", "/hosts/x/y: k", "/new/db: n", "/roles/none: k"])
  }

  @Test(arguments: [false, true]) func aScopeThatComesOrGoesIsReportedWhole(told: Bool) throws {
    let looking = try Looking(
      [("a.json", #"{"k": 1}"#), ("a/b/a.json", #"{"m": 2}"#)], "/", below: true, told: told)
    _ = try looking.look()
    looking.write("d/e/a.json", #"{"n": 1}"#)
    #expect(try looking.look() == ["/d: k", "/d/e: k n"])
    try FileManager.default.removeItem(at: looking.tree.url.appending(path: "a"))
    #expect(try looking.look() == ["/a: k", "/a/b: k m"])
    // One without a file inherits all the same.
    try FileManager.default.createDirectory(
      at: looking.tree.url.appending(path: "empty"), withIntermediateDirectories: false)
    #expect(try looking.look() == ["/empty: k"])
    looking.write("a.json", #"{"k": 2}"#)
    #expect(try looking.look() == ["/: k", "/d: k", "/d/e: k", "/empty: k"])
  }
}

@Suite struct WatchedGivenTests {
  private static let files = [
    ("a.json", #"{"k": {"$ref": "$facts.x", "default": 0}, "v": 1, "w": 1}"#), ("a/b/a.json", "{}"),
    ("_facts", #"{"x": 1}"#), ("_values", #"{"v": 2}"#),
  ]

  @Test(arguments: [false, true]) func factsThatChangeAreReported(told: Bool) throws {
    let looking = try Looking(Self.files, told: told, facts: "_facts")
    #expect(try looking.look() == [])
    looking.write("_facts", #"{"y": 3, "x": 1}"#)
    #expect(try looking.look() == [])
    looking.write("_facts", #"{"x": 2}"#)
    #expect(try looking.look() == ["/a/b: k"])
    looking.replace("_facts", #"{"x": 3}"#)
    #expect(try looking.look() == ["/a/b: k"])
    looking.write("_facts", "{")
    #expect(throws: Failure.self) { try looking.look() }
    looking.write("_facts", #"{"x": 3}"#)
    #expect(try looking.look() == [])
    looking.write("_facts", "{}")
    #expect(try looking.look() == ["/a/b: k"])
  }

  @Test(arguments: [false, true]) func aFileOfValuesIsWatched(told: Bool) throws {
    let looking = try Looking(Self.files, told: told, values: ["_values"])
    #expect(try looking.look() == [])
    looking.write("a.json", #"{"k": 0, "v": 9, "w": 1}"#)
    #expect(try looking.look() == [])
    looking.replace("_values", #"{"v": 3, "w": 1}"#)
    #expect(try looking.look() == ["/a/b: v"])
    looking.write("_values", #"{"w": 2}"#)
    #expect(try looking.look() == ["/a/b: v w"])
    looking.write("_values", #"{"w": {"$ref": "k"}}"#)
    #expect(throws: Failure.self) { try looking.look() }
    unlink(looking.tree.url.path + "/_values")
    #expect(throws: Failure.self) { try looking.look() }
    looking.write("_values", #"{"w": 2}"#)
    #expect(try looking.look() == [])
  }
}

@Suite struct WatchedOptionalOverlayTests {
  @Test(arguments: [false, true], [false, true]) func anOptionalOverlayCountsFromItsCreation(
    below: Bool, told: Bool
  ) throws {
    let looking = try Looking(
      [("a/b/a.json", #"{"k": 1}"#)], below: below, overlays: ["-_site/overlay"], told: told)
    #expect(try looking.look() == [])
    looking.write("_site/overlay/a/b/x.json", #"{"k": 2}"#)
    #expect(try looking.look() == ["/a/b: k"])
    looking.write("_site/overlay/a/b/x.json", #"{"k": 3}"#)
    #expect(try looking.look() == ["/a/b: k"])
    rename(looking.tree.url.path + "/_site", looking.tree.url.path + "/_gone")
    #expect(try looking.look() == ["/a/b: k"])
    rename(looking.tree.url.path + "/_gone", looking.tree.url.path + "/_site")
    #expect(try looking.look() == ["/a/b: k"])
  }

  @Test func anOverlayThatIsNoDirectoryIsAnError() throws {
    let looking = try Looking([("a/b/a.json", "{}"), ("_site", "")], overlays: ["-_site"])
    #expect(throws: Failure.self) { try looking.look() }
  }
}
