import Testing

@Suite struct LostComputedTests {
  private static func tree(_ more: [(String, String)]) -> Scratch {
    Scratch(
      tree: [("p.json", #"{"db":{"$ref":"other"},"other":{"host":"h","in":{"deep":1}}}"#)] + more)
  }

  private static func absence(_ tree: Scratch, _ scope: String, _ key: String) -> String {
    tree.run(["explain", scope, key, "--json", "-c"]).output
  }

  @Test(arguments: ["db.host", "db.in.deep"])
  func aKeyThatAnObjectTookIsReplaced(key: String) {
    let tree = Self.tree([("a/p.json", #"{"db":{"port":1}}"#)])
    let note = tree.run(["get", "/a", key])
    #expect(note.status == 1 && note.errors.contains("at a/p.json:1:7"), "\(note)")
    #expect(note.errors.contains("replaced"), "\(note)")
    let told = Self.absence(tree, "/a", key)
    let reason = #""absent":{"reason":"replaced","at":{"scope":"/a","file":"a/p.json""#
    #expect(told.contains(reason), "\(told)")
    #expect(told.contains(#""outcome":"replaced""#), "\(told)")
    let differs = tree.run(["diff", "/", "/a", key])
    #expect(differs.output.contains("in /a at a/p.json:1:7"), "\(differs)")
  }

  @Test(arguments: [
    (#"{"$stop":["db"]}"#, "stopped", "1:11"), (#"{"db":5}"#, "replaced", "1:7"),
    (#"{"$stop":["db"],"db":{"port":1}}"#, "stopped", "1:11"),
  ])
  func whateverTookItIsTheReason(file: String, reason: String, place: String) {
    let tree = Self.tree([("a/p.json", file)])
    let told = tree.run(["get", "/a", "db.host"])
    #expect(told.errors.contains(reason), "\(told)")
    #expect(told.errors.contains("a/p.json:\(place)"), "\(told)")
  }
}
