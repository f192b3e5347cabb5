import Foundation
import TestSupport
import Testing

@Suite struct FurtherParentTests {
  /// Patterns, each with its templates.
  static func rules(_ text: String) -> (String, String) {
    (".heir", #"{"inherit": {\#(text)}}"#)
  }

  // MARK: Secrets

  private static let secretByRule = [
    [("s/a.json", #"{"$secret": ["pw"], "$inherit": ["/r"]}"#)],
    [
      (".heir", #"{"inherit": {"/s": ["/r"]}}"#), ("s/a.json", #"{"$secret": ["pw"]}"#),
    ],
    [("s/a.json", #"{"$secret": ["pw"]}"#), ("s/t/a.json", #"{"$inherit": ["/r"]}"#)],
    [
      ("m/a.json", #"{"$secret": ["pw"], "$abstract": true}"#),
      ("s/a.json", #"{"$inherit": ["/r", "/m"]}"#),
    ],
  ]

  @Test(arguments: secretByRule)
  func whatAScopeThatInheritsCallsSecretIsInNoPatch(files: [(String, String)]) {
    let tree = Scratch(
      [(".heir", ""), ("r/a.json", "{\n  \"pw\": \"SEC1\",\n  \"z\": 1\n}\n")] + files)
    var harness = Harness(in: tree.url)
    for clock in [0, 10_000] {
      var time = 0
      harness.clock = {
        time += clock
        return time
      }
      for edit in [
        ["set", "/r", "pw", "SEC2"], ["unset", "/r", "pw"], ["set", "/r", "z", "2"],
        ["stop", "/r", "z"], ["set", "/r", "pw", "SEC2", "-q"],
      ] {
        let result = harness.run(edit + ["--dry-run"])
        #expect(!(result.output + result.errors).contains("SEC"), "\(edit): \(result)")
        if edit.contains("pw") { #expect(result.status == 2, "\(edit): \(result)") }
      }
      #expect(harness.run("set", "/r", "pw", "SEC2", "--dry-run", "--reveal").status == 0)
    }
  }

  // MARK: What templates draw on

  private static let hostByRole = rules(#""/host/{h}": ["/roles/${sub.role}"]"#)

  @Test(arguments: [#"{"role":"#, nil, #"{"$include": "a.json"}"#] as [String?], ["h1", "h1/x"])
  func aTemplateIsNotPassedOverForWhatCannotBeIncluded(fragment: String?, scope: String) {
    let tree = Scratch([
      Self.hostByRole, ("a.json", #"{"k": "root"}"#), ("roles/web/a.json", #"{"k": "web"}"#),
      ("host/h1/a.json", #"{"sub": {"$include": "_f.json"}}"#),
      ("host/h1/_f.json", #"{"role": "web"}"#),
      ("host/h1/x/a.json", "{}"), ("other/a.json", #"{"$inherit": ["/host/h1"]}"#),
    ])
    let harness = Harness(in: tree.url)
    #expect(harness.run("get", "/host/h1", "k").output == "web\n")
    if let fragment {
      tree.write("host/h1/_f.json", Array(fragment.utf8))
    } else {
      try? FileManager.default.removeItem(at: tree.url.appending(path: "host/h1/_f.json"))
    }
    for asked in ["/host/\(scope)", "/other"] {
      let result = harness.run("get", asked, "k")
      #expect(result.status == 2 && result.output == "", "\(result)")
      #expect(result.errors.contains("host/h1/"), "\(result)")
    }
    #expect(harness.run("get", "/roles/web", "k").output == "web\n")
    let found = harness.run("check").output.split(separator: "\n")
    #expect(found.count { $0.contains(" error: ") } == 1, "\(found)")
  }

  // MARK: Edited rules

  @Test(.needs("git")) func anEditedRuleIsTheCauseOfWhatChangesByIt() throws {
    let repository = try Repository([
      (".heir", ""), ("a.json", #"{"k": "root"}"#), ("p/a.json", #"{"k": "p"}"#),
      ("q/a.json", #"{"k": "q"}"#), ("a/a.json", #"{"$inherit": ["/p"]}"#), ("a/x/a.json", "{}"),
    ])
    let harness = repository.harness
    repository.write(".heir", #"{"inherit": {"/a/*": ["/q"], "/n": ["/q"]}}"#)
    let told = harness.run("impact", "--since", "HEAD")
    #expect(
      told.output == """
        .heir:1:22  inherit "/a/*"  added
            k  "p" → "q"   1 scope (/a/x)
        edits without effect:
            .heir:1:36  inherit "/n"  added

        """, "\(told)")
    let json = harness.run("impact", "--since", "HEAD", "--json", "-c").output
    #expect(
      json.contains(#""cause":[{"side":"to","scope":"/","file":".heir","line":1,"column":22}]"#),
      "\(json)")
    try repository.commit()
    repository.write(".heir", #"{ "inherit": { "/a/*": ["/p"], "/n": ["/q"], /* none */ } }"#)
    #expect(
      harness.run("impact", "--since", "HEAD").output.hasPrefix(
        #".heir:1:24  inherit "/a/*"  edited"#))
    repository.write(".heir", "")
    #expect(
      harness.run("impact", "--since", "HEAD").output.hasPrefix(
        #"HEAD:.heir:1:22  inherit "/a/*"  removed"#))
    repository.write(".heir", #"{ "inherit": {"/n":["/q"], "/a/*": ["/q" ]} }"#)
    #expect(harness.run("impact", "--since", "HEAD").status == 0)
  }

  // MARK: Explanations

  @Test func whatStandsAboveAFurtherParentIsThereByWhatNamesThatOne() {
    let tree = Scratch([
      (".heir", ""), ("roles/p.json", #"{"x": 1}"#), ("roles/web/p.json", "{}"),
      ("s/p.json", #"{"$inherit": ["/roles/web"]}"#),
    ])
    let told = Harness(in: tree.url).run("explain", "/s", "x", "--json", "-c").output
    let place = #""by":{"scope":"/s","file":"s/p.json","line":1,"column":15}}"#
    let levels = ["/roles/web", "/roles"].map { #"{"scope":"\#($0)",\#(place)"# }
    #expect(told.contains(levels.joined(separator: ",") + #",{"scope":"/"}"#), "\(told)")
  }

  // MARK: What stands in '.heir'

  @Test(arguments: ["/_x", "/./a", "/.a", "/a?", "/[ab]", #"/a\\b"#, "/{a}/.."])
  func whatCanBeNoScopeIsNoPattern(pattern: String) {
    let tree = Scratch([Self.rules("\"\(pattern)\": [\"/a\"]"), ("a/a.json", #"{"k": 1}"#)])
    let result = Harness(in: tree.url).run("get", "/a", "k")
    #expect(result.status == 2 && result.errors.contains(".heir:1:14: error: "), "\(result)")
    #expect(result.errors.contains("is not a scope pattern"), "\(result)")
  }
}
