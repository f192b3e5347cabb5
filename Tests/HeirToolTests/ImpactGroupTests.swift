import Foundation
import Testing

@testable import HeirTool

@Suite struct ImpactGroupTests {
  private static func impact(
    _ files: [(path: String, old: String?, new: String?)], _ more: String...
  ) -> Harness.Result {
    let scratch = Scratch([("old/.heir", ""), ("new/.heir", "")])
    for (path, old, new) in files {
      if let old { scratch.write("old/" + path, Array(old.utf8)) }
      if let new { scratch.write("new/" + path, Array(new.utf8)) }
    }
    return scratch.run(["impact", "--root", "new", "--against", "old"] + more)
  }

  private static func hosts(
    _ old: (Int) -> String?, _ new: (Int) -> String?
  ) -> [(path: String, old: String?, new: String?)] {
    let hosts = (0..<9).map { (path: "prod/h\($0)/a.json", old: old($0), new: new($0)) }
    return hosts + [(path: "db/a.json", old: "{}", new: "{}")]
  }

  @Test func equalEditsOfOneKeyAreOneRow() {
    let files = Self.hosts({ _ in #"{"k": 8}"# }, { _ in #"{"k": 9}"# })
    let result = Self.impact(files)
    #expect(
      result.output == """
        9 edits: new/prod/h0/a.json:1:7, new/prod/h1/a.json:1:7, new/prod/h2/a.json:1:7 and 6 more  \
        k  8 → 9   9 scopes (/prod/h0, /prod/h1, /prod/h2, /prod/h3, /prod/h4, /prod/h5, and 3 more)

        """)
    #expect(result.errors == "heir: note: 1 key changes in 9 of 12 scopes by 9 edits\n")
    let markdown = Self.impact(files, "--format", "markdown").output
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("| `new") }
    #expect(
      rows.count == 1
        && rows[0].contains("| `new/prod/h0/a.json:1:7` and 8 alike | `k` | `8` | `9` |"))
    // Each edited line has its remark, and each change its cause.
    let remarks = Self.impact(files, "--format", "github").output.split(separator: "\n")
    #expect(remarks.count == 9)
    let json = Self.impact(files, "--json", "-c").output
    #expect(json.ranges(of: "\"cause\"").count == 9)
  }

  @Test func editsThatDifferStayApart() {
    let other = Self.hosts({ _ in #"{"k": 8}"# }, { #"{"k": \#($0 == 4 ? 7 : 9)}"# })
    let lines = Self.impact(other).output.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("8 edits: ") && lines[1].hasPrefix("new/prod/h4/"))
    // Values that are cut alike are not equal.
    let long = String(repeating: "x", count: 200)
    let cut = Self.hosts(
      { _ in #"{"k": "a"}"# }, { #"{"k": "\#(long)\#($0 == 4 ? "y" : "z")\#(long)"}"# })
    #expect(Self.impact(cut).output.split(separator: "\n").count == 2)
  }

  @Test func aTreeThatCameOrWentIsOneItem() {
    let came = (0..<12).map { (path: "new/h\($0)/a.json", old: String?.none, new: Optional("{}")) }
    let went = (0..<3).map { (path: "old/g\($0)/a.json", old: Optional("{}"), new: String?.none) }
    let files =
      came + went + [
        (path: "lone/a.json", old: nil, new: "{}"), (path: "k/a.json", old: "{}", new: "{}"),
      ]
    #expect(
      Self.impact(files).output == "scopes added: /lone, /new/** 13\nscopes removed: /old/** 4\n")
    let markdown = Self.impact(files, "--format", "markdown").output
    #expect(
      markdown.contains("- `/lone`\n- `/new/**` 13\n") && markdown.contains("- `/old/**` 4\n"))
    #expect(Self.impact(files, "--scopes").output.split(separator: "\n").count == 18)
  }

  @Test func whatCannotBeOpenedIsNotGone() throws {
    let tree = Scratch([
      ("t/p.json", #"{"k": 5}"#), ("t0/p.json", #"{"k": 5}"#), ("t0/a/p.json", #"{"k": 2}"#),
    ])
    // Nobody can follow it, root least of all.
    try FileManager.default.createSymbolicLink(
      atPath: tree.url.path + "/t/a", withDestinationPath: "../outside")
    try FileManager.default.createDirectory(
      atPath: tree.url.path + "/outside", withIntermediateDirectories: true)
    let result = Harness(in: tree.url).run("impact", "--root", "t", "--against", "t0")
    #expect(!result.output.contains("removed"), "\(result.output)")
    #expect(result.status == 2)
  }
}
