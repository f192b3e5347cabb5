import Foundation
import Testing

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
