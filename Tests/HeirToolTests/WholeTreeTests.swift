import Foundation
import Testing

/// What `where`, `impact` and `check` tell of a whole tree.
@Suite struct WholeTreeTests {
  private static func run(
    _ files: [(path: String, text: String)], _ arguments: String...
  ) -> Harness.Result {
    let tree = Scratch(files)
    return withExtendedLifetime(tree) { Harness(in: tree.url).run(arguments) }
  }

  @Test(arguments: [
    #"{"$format": "SEC"}"#, #"{"$ref": "q"}"#, #"{"$env": "NO", "default": {"$format": "SEC"}}"#,
  ])
  func whatDrawsOnASecretThatIsWorkedOutIsMasked(secret: String) {
    let text = """
      {"$secret": ["pw"], \(secret.contains(#""q""#) ? #""q": "SEC","# : "") "pw": \(secret),
       "o": {"$ref": "pw"},
       "d1": {"$format": "u:${pw}@h"}, "d2": {"$ref": "pw"}, "d3": [{"$ref": "pw"}],
       "d4": {"$ref": "d2"}}
      """
    let before = text.replacing("SEC", with: "OLDER")
    let files = [(".heir", ""), ("p.json", text), ("_old/.heir", ""), ("_old/p.json", before)]
    for arguments in [
      ["where", "/", "d1", "d2", "d3", "d4", "pw", "o"], ["where", "/", "d1", "d3", "--json"],
      ["impact", "--against", "_old"], ["impact", "--against", "_old", "--format", "github"],
      ["impact", "--against", "_old", "--format", "markdown"],
      ["impact", "--against", "_old", "--json"], ["explain", "/", "d1"], ["explain", "/", "d4"],
    ] {
      let tree = Scratch(files)
      let result = withExtendedLifetime(tree) { Harness(in: tree.url).run(arguments) }
      let told = (result.output + result.errors).split(separator: "\n")
      // There the plain key beside it is told, too.
      if secret.contains(#""q""#) && arguments[0] == "impact" { continue }
      #expect(!told.contains { $0.contains("u:SEC") || $0.contains("OLDER") }, "\(arguments)")
      #expect(result.status != 2, "\(arguments): \(result.errors)")
    }
  }

  @Test func siblingsThatSetAKeyAlikeAreToldApart() {
    let files = (0..<40).map { ("s\($0)/p.json", #"{"k": "v\#($0)"}"#) }
    let result = Self.run(files, "where", "/", "k", "-q")
    for number in 0..<40 {
      let isTold = result.output.split(separator: "\n").contains {
        $0.hasPrefix("  s\(number)/p.json:1:7 ") && $0.contains(" \"v\(number)\"")
      }
      #expect(isTold, "\(number): \(result.output)")
    }
  }

  @Test func aPatternLeadsIntoComputedValuesOfScopesBeforeTheOneThatNamesTheKey() {
    let result = Self.run(
      [
        ("p.json", #"{"o": {"x": 7}, "a": {"$ref": "o"}}"#), ("p/p.json", #"{"a": {"x": 1}}"#),
      ], "where", "/", "a.*")
    #expect(result.output.contains("  7  1 scope (/)"), "\(result.output)")
    #expect(result.output.contains("  1  1 scope (/p)"), "\(result.output)")
  }

  @Test func onlyTheSecretMembersOfAnObjectAreMasked() {
    let result = Self.run(
      [("p.json", #"{"$secret": ["db.pw"], "db": {"host": "h", "pw": "SEC"}}"#)], "where", "/", "db"
    )
    #expect(result.output.contains(#"{"host":"h","pw":<secret>}"#), "\(result.output)")
  }

  @Test func whereSomethingCannotBeWorkedOutItsScopeIsToldOnce() throws {
    let result = Self.run(
      [("p.json", #"{"k": 1, "r": {"$ref": "k"}}"#), ("a/p.json", #"{"$stop": ["k"]}"#)], "where",
      "/", "r", "--json", "-c")
    #expect(result.status == 2)
    #expect(result.output.contains(#""unresolved":[{"scope":"/a","key":"r","message":"#))
    #expect(result.output.contains(#""at":{"scope":"/","file":"p.json""#))
  }

  @Test func noRegionTellsHowLongASecretIs() {
    let files = [
      ("p.json", #"{"$secret": ["pw"], "$type": {"pw": "integer"}, "pw": "averylongsecret"}"#)
    ]
    for format in ["github", "sarif"] {
      let result = Self.run(files, "check", "--format", format)
      #expect(!result.output.contains("endCol") && !result.output.contains("endLine"))
      #expect(result.status == 1)
    }
  }

  @Test func aKeyThatIsStoppedWhereItIsComputedHasTheStopAsItsCause() {
    let before = [
      (".heir", ""), ("p.json", #"{"o": {"x": 1}, "k": {"$ref": "o"}}"#),
      ("a/p.json", #"{"$stop": ["k"], "z": 1}"#), ("_old/.heir", ""),
      ("_old/p.json", #"{"o": {"x": 1}, "k": {"$ref": "o"}}"#), ("_old/a/p.json", #"{"z": 1}"#),
    ]
    let result = Self.run(before, "impact", "--against", "_old")
    #expect(result.output.contains("a/p.json:1:12  $stop k  added"), "\(result.output)")
    #expect(!result.output.contains("without effect"), "\(result.output)")
    #expect(!result.output.contains("no edit"), "\(result.output)")
  }

  @Test func anEditThatAnOverlayShadowsIsHeld() {
    let result = Self.run(
      [
        ("t/p.json", #"{"k": 5}"#), ("t0/p.json", #"{"k": 1}"#), ("ov/p.json", #"{"k": 2}"#),
      ], "impact", "--root", "t", "--against", "t0", "--overlay", "ov", "--json", "-c")
    #expect(result.output.contains(#""by":"shadowed","at":{"scope":"/","file":"p.json""#))
    #expect(result.output.contains(#""overlay":1"#))
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

  @Test func annotationsBeginWithWhatShowsInTheMostScopes() {
    let result = Self.run(
      [
        ("p.json", #"{"$type": {"k": "integer", "j": "integer"}, "z": 1}"#),
        ("a/p.json", #"{"k": "x"}"#), ("b/p.json", #"{"j": "y"}"#), ("b/c/p.json", #"{"y": 1}"#),
        ("b/d/p.json", #"{"y": 1}"#),
      ], "check", "--format", "github", "--rules", "type")
    let files = result.output.split(separator: "\n").map { $0.split(separator: ",")[0] }
    #expect(files == ["::error file=b/p.json", "::error file=a/p.json"])
    let text = Self.run(
      [
        ("p.json", #"{"$type": {"j": "integer"}}"#), ("b/p.json", #"{"j": "y"}"#),
        ("b/c/p.json", #"{"y": 1}"#), ("b/d/p.json", #"{"y": 1}"#),
      ], "check", "--rules", "type")
    #expect(text.output.contains("(in 3 scopes) [type]"), "\(text.output)")
  }
}
