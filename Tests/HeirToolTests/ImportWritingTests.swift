import Foundation
import TestSupport
import Testing

/// What an import writes into a tree where it wrote before.
@Suite struct ImportWritingTests {
  private static let hiera: [(String, String)] = [
    ("hiera.yaml", "version: 5\nhierarchy: [{name: all, paths: ['n/%{fqdn}.yaml', c.yaml]}]\n"),
    ("data/n/a.yaml", "k: 1\n"), ("data/n/b.yaml", "k: 2\n"), ("data/c.yaml", "k: 3\n"),
  ]
  private static let list = "t/.heir-imported"

  private static func imported(_ scratch: Scratch) -> Harness.Result {
    Harness(in: scratch.url).run("import", "hiera", ".", "-o", "t")
  }

  private static func exists(_ path: String, _ scratch: Scratch) -> Bool {
    FileManager.default.fileExists(atPath: scratch.url.appending(path: path).path)
  }

  private static func text(_ path: String, _ scratch: Scratch) throws -> String {
    try String(contentsOf: scratch.url.appending(path: path), encoding: .utf8)
  }

  private static func remove(_ path: String, _ scratch: Scratch) throws {
    try FileManager.default.removeItem(at: scratch.url.appending(path: path))
  }

  /// FNV-1a, as the list has it.
  private static func digest(_ text: String) -> String {
    String(
      text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }, radix: 16)
  }

  @Test func aFileOfAnInterruptedRunIsRemovedWithItsSource() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.imported(scratch).status == 0)
    // As a killed run leaves it.
    let whole = try Self.text(Self.list, scratch)
    let begun = whole.replacing("\"imported\"", with: "\"imported\": {}, \"begun\"")
    scratch.write(Self.list, Array(begun.utf8))
    let check = Harness(in: scratch.url).run("check", "--root", "t", "--rules", "half-imported")
    #expect(
      check.output == """
        t/.heir-imported:2:19: warning: an import was interrupted, so files of two imports may be \
        mixed; run the same 'heir import' again [half-imported]

        """, "\(check)")
    try Self.remove("data/n/b.yaml", scratch)
    let next = Self.imported(scratch)
    #expect(next.errors == "heir: note: 1 file removed\n", "\(next)")
    #expect(!Self.exists("t/n/b", scratch))
    #expect(Harness(in: scratch.url).run("check", "--root", "t").output.isEmpty)
    #expect(try !Self.text(Self.list, scratch).contains("begun"))
  }

  @Test func aFileThatAnInterruptedRunReplacedMayBeTheOldOrTheNewOne() throws {
    for count in 0...1 {
      let scratch = Scratch(Self.hiera)
      #expect(Self.imported(scratch).status == 0)
      let before = try Self.text(Self.list, scratch)
      let old = try Self.text("t/n/b/values.jsonc", scratch)
      scratch.write("data/n/b.yaml", Array("k: 5\n".utf8))
      #expect(Self.imported(scratch).status == 0)
      let new = try Self.text("t/n/b/values.jsonc", scratch)
      let begun = #"{"n/b/values.jsonc": "\#(Self.digest(new))"}"#
      scratch.write(
        Self.list,
        Array(
          before.replacing("{\n  \"imported\"", with: "{\"begun\": \(begun), \"imported\"").utf8))
      scratch.write("t/n/b/values.jsonc", Array((count == 0 ? old : new).utf8))
      try Self.remove("data/n/b.yaml", scratch)
      let next = Self.imported(scratch)
      #expect(next.errors == "heir: note: 1 file removed\n", "\(next)")
    }
  }

  @Test func aDirectoryThatCouldNotBeRemovedIsRemovedByTheNextRun() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.imported(scratch).status == 0)
    try Self.remove("data/n/b.yaml", scratch)
    try Self.remove("t/n/b/values.jsonc", scratch)
    #expect(Self.imported(scratch).status == 0)
    #expect(!Self.exists("t/n/b", scratch))
  }

  @Test func aListNamesOnlyFilesThatAnImportWrites() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.imported(scratch).status == 0)
    let paths = ["notes.txt", ".git/x.jsonc", "../out.jsonc", "n/.x.jsonc", ".heir-imported"]
    for path in paths.dropLast() { scratch.write("t/" + path, Array("mine".utf8)) }
    let named = paths.map { "\"\($0)\": \"\(Self.digest("mine"))\"" }.joined(separator: ", ")
    let whole = try Self.text(Self.list, scratch)
    scratch.write(
      Self.list, Array(whole.replacing("\"imported\": {", with: "\"imported\": {\(named),").utf8))
    #expect(Self.imported(scratch).status == 0)
    for path in paths { #expect(Self.exists("t/" + path, scratch), "\(path)") }
  }

  @Test(.needs("git")) func aListOfACheckoutRemovesAndReplacesOnlyTrackedFiles() throws {
    let repository = try Repository(Self.hiera)
    let scratch = repository.scratch
    #expect(Self.imported(scratch).status == 0)
    try repository.git("add t/.heir-imported && git commit -q -m list")
    try Self.remove("data/n/b.yaml", scratch)
    scratch.write("data/n/a.yaml", Array("k: 7\n".utf8))
    let first = Self.imported(scratch)
    #expect(first.status == 1 && first.errors == "heir: note: 2 files kept\n", "\(first)")
    #expect(
      first.output.contains(
        "t/n/b/values.jsonc: kept, because git tracks the list of imported files, but not this file"
      ))
    #expect(Self.exists("t/n/b/values.jsonc", scratch))
    try repository.commit()
    let second = Self.imported(scratch)
    #expect(second.status == 0 && second.errors == "heir: note: 1 file written, 1 file removed\n")
  }

  @Test func anImportWarnsOfOtherHardLinks() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.imported(scratch).status == 0)
    try FileManager.default.linkItem(
      at: scratch.url.appending(path: "t/n/b/values.jsonc"),
      to: scratch.url.appending(path: "other"))
    scratch.write("data/n/b.yaml", Array("k: 8\n".utf8))
    let next = Self.imported(scratch)
    #expect(
      next.errors.contains(
        "warning: t/n/b/values.jsonc is no longer the same file as its other hard links"),
      "\(next)")
  }

  @Test func aTreeWithAnErrorIsNoSuccess() {
    let scratch = Scratch(Self.hiera + [("t/n/own.json", "{")])
    let result = Self.imported(scratch)
    #expect(
      result.status == 2 && result.errors.contains("\nt/n/own.json:1:2: error: "), "\(result)")
    // Overlays of the environment are no part of the tree.
    let other = Scratch(Self.hiera + [("o/c.json", "{")])
    var harness = Harness(in: other.url)
    harness.environment["HEIR_OVERLAYS"] = "o"
    #expect(harness.run("import", "hiera", ".", "-o", "t").status == 0)
  }
}
