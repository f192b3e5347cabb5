import Foundation
import Testing

/// Templates of '.heir' that give a scope no parent: what 'explain', 'check' and '--strict' report.
@Suite struct NoParentTests {
  private static func tree(_ templates: String, _ more: [(String, String)] = []) -> Scratch {
    Scratch(
      [
        (".heir", #"{"inherit":{"/hosts/*":[\#(templates)]}}"#), ("p.json", #"{"port":1}"#),
        ("roles/web/p.json", #"{"port":80}"#), ("hosts/p.json", "{}"),
      ] + more)
  }

  private static let role = #""/roles/${role}""#

  @Test func aMisspeltRoleIsAnErrorWithTheNearestScope() {
    let tree = Self.tree(Self.role, [("hosts/a/p.json", #"{"role":"wbe"}"#)])
    let harness = Harness(in: tree.url)
    #expect(harness.run("get", "/hosts/a", "port").output == "1\n")
    let found = harness.run("check")
    #expect(
      found.output
        == "hosts/a/p.json:1:9: error: parent scope '/roles/wbe' of '/hosts/a' does not exist; "
        + "the nearest is '/roles/web' (by the template '/roles/${role}': .heir:1:25) [no-parent]\n"
    )
    #expect(found.status == 1)
    let strict = harness.run("get", "/hosts/a", "port", "--strict")
    #expect(strict.status == 2 && strict.output == "", "\(strict)")
    #expect(strict.errors.contains("parent scope '/roles/wbe'"), "\(strict)")
  }

  @Test(arguments: ["hunter2", "hunter2/"])
  func aPathThatASecretIsPartOfIsNotShown(secret: String) {
    let tree = Self.tree(
      #""/roles/${role}/x""#,
      [
        ("p.json", #"{"port":1,"$secret":["role"]}"#),
        ("hosts/a/p.json", #"{"role":"\#(secret)"}"#),
      ])
    let harness = Harness(in: tree.url)
    for line in [
      "check", "check --format json", "check --format sarif", "explain /hosts/a",
      "explain /hosts/a --json", "get /hosts/a none", "get /hosts/a port --strict",
      "explain /hosts/a role",
    ] {
      let result = harness.run(line.split(separator: " ").map(String.init))
      #expect(!(result.output + result.errors).contains("hunter2"), "\(line): \(result)")
      if line == "check" { #expect(result.output.contains("/roles/${role}/x"), "\(result)") }
    }
    #expect(harness.run("check", "--reveal").output.contains("/roles/hunter2"))
  }

  @Test func aMissingValueIsAWarningThatStrictReads() {
    let tree = Self.tree(
      Self.role, [("hosts/a/p.json", "{}"), ("hosts/b/p.json", #"{"role":"web"}"#)])
    let harness = Harness(in: tree.url)
    let found = harness.run("check")
    #expect(
      found.output == """
        .heir:1:25: warning: the template '/roles/${role}' gives '/hosts/a' no parent: 'role' has no value \
        [no-parent]

        """, "\(found)")
    #expect(found.status == 0)
    #expect(harness.run("check", "--strict").status == 1)
    #expect(harness.run("resolve", "/hosts/a", "--strict").status == 2)
    #expect(harness.run("resolve", "/hosts/b", "--strict").status == 0)
  }

  @Test func explainListsWhatEachTemplateGives() {
    let tree = Self.tree(
      #""/roles/${role}","/sites/${site}",{"scope":"/tiers/${tier}","optional":true}"#,
      [("hosts/a/p.json", #"{"role":"web","site":"s1"}"#)])
    let harness = Harness(in: tree.url)
    for words in [["port"], []] {
      let told = harness.run(["explain", "/hosts/a"] + words).output
      #expect(told.contains("by template '/roles/${role}'"), "\(told)")
      #expect(told.contains("/sites/s1 does not exist"), "\(told)")
      #expect(told.contains("no value for tier (optional)"), "\(told)")
      let json = harness.run(["explain", "/hosts/a", "--json", "-c"] + words).output
      #expect(
        json.contains(
          #"{"scope":"/hosts/a","template":"/roles/${role}","parent":"/roles/web","at":{"scope":"/","file":".heir","#
        ),
        "\(json)")
      #expect(
        json.contains(#""template":"/sites/${site}","absent":"no-scope","path":"/sites/s1","#),
        "\(json)")
      #expect(
        json.contains(
          #""template":"/tiers/${tier}","absent":"no-value","reference":"tier","optional":true,"#),
        "\(json)")
    }
    #expect(!harness.run("explain", "/roles/web", "--json").output.contains("templates"))
  }

  @Test func aNoteOfAMissingKeyNamesTheMissingParent() {
    let tree = Self.tree(Self.role, [("hosts/a/p.json", #"{"role":"wbe"}"#)])
    let result = Harness(in: tree.url).run("get", "/hosts/a", "workers")
    #expect(result.status == 1 && result.errors.contains("'/roles/wbe'"), "\(result)")
  }

  @Test func anOptionalTemplateIsNoFinding() {
    let tree = Self.tree(
      #"{"scope":"/sites/${site}","optional":true},{"scope":"/all","optional":true}"#,
      [("hosts/a/p.json", #"{"site":"s1"}"#), ("hosts/b/p.json", "{}")])
    let harness = Harness(in: tree.url)
    let found = harness.run("check")
    #expect(found.output == "" && found.status == 0, "\(found)")
    #expect(harness.run("get", "/hosts/a", "port", "--strict").output == "1\n")
  }

  @Test(arguments: [
    #"{"optional":true}"#, #"{"scope":"/a","optional":1}"#, #"{"scope":"/a","other":true}"#,
  ])
  func anObjectOfAnotherShapeIsAnError(template: String) {
    let tree = Self.tree(template)
    let result = Harness(in: tree.url).run("get", "/", "port")
    #expect(result.status == 2 && result.errors.contains(".heir:1:"), "\(result)")
    #expect(result.errors.contains(#"{"scope": TEMPLATE, "optional": true}"#), "\(result)")
  }

  /// One line for each template and path, however many scopes are concerned.
  @Test func scopesOfOneCauseAreOneFinding() {
    let hosts = (0..<30).map { ("hosts/h\($0)/p.json", #"{"role":"web","site":"s\#($0 % 2)"}"#) }
    let none = (0..<5).map { ("hosts/n\($0)/p.json", #"{"role":"web"}"#) }
    let tree = Self.tree(Self.role + #","/sites/${site}""#, hosts + none)
    let harness = Harness(in: tree.url)
    let found = harness.run("check").output.split(separator: "\n")
    #expect(found.count == 3, "\(found)")
    #expect(found.contains { $0.contains("'/sites/s0'") && $0.contains("(in 15 scopes)") })
    #expect(found.contains { $0.contains("'site' has no value") && $0.contains("(in 5 scopes)") })
    let json = harness.run("check", "--json", "-c").output
    #expect(json.contains(#""scopes":15"#) && json.contains(#""rule":"no-parent""#), "\(json)")
  }

  @Test func aParentOfAParentCountsForTheAskedScope() {
    let tree = Scratch([
      (".heir", #"{"inherit":{"/roles/*":["/tiers/${tier}"]}}"#), ("p.json", #"{"port":1}"#),
      ("roles/web/p.json", #"{"tier":"frnt"}"#), ("tiers/front/p.json", #"{"port":80}"#),
      ("a/p.json", #"{"$inherit":["/roles/web"]}"#),
    ])
    let harness = Harness(in: tree.url)
    let strict = harness.run("get", "/a", "port", "--strict")
    #expect(strict.status == 2 && strict.errors.contains("'/tiers/frnt'"), "\(strict)")
    #expect(harness.run("explain", "/a", "port").output.contains("/tiers/frnt does not exist"))
  }

  @Test func whatIsSetOnTheCommandLineIsJudgedToo() {
    let tree = Self.tree(Self.role, [("hosts/a/p.json", #"{"role":"web"}"#)])
    let harness = Harness(in: tree.url)
    let strict = harness.run("get", "/hosts/a", "port", "--strict", "--set", "role=wbe")
    #expect(strict.status == 2 && strict.errors.contains("'/roles/wbe'"), "\(strict)")
    let virtual = harness.run("get", "/hosts/x", "port", "--virtual", "--strict")
    #expect(virtual.status == 2 && virtual.errors.contains("'role' has no value"), "\(virtual)")
  }

  @Test(arguments: [("", "has an empty name"), ("..", "parent scope '/roles/..'")])
  func aValueThatIsNoNameIsFound(role: String, words: String) {
    let tree = Self.tree(Self.role, [("hosts/a/p.json", #"{"role":"\#(role)"}"#)])
    let found = Harness(in: tree.url).run("check").output
    #expect(found.contains(words) && found.contains("[no-parent]"), "\(found)")
  }

  @Test func aFindingThatWasThereBeforeIsNotNew() throws {
    let repository = try Repository([
      (".heir", #"{"inherit":{"/hosts/*":["/roles/${role}"]}}"#), ("roles/web/p.json", "{}"),
      ("hosts/a/p.json", #"{"role":"wbe"}"#),
    ])
    repository.write("hosts/a/p.json", "{\n\"role\":\"wbe\"}")
    repository.write("hosts/b/p.json", #"{"role":"dbb"}"#)
    let found = repository.heir("check", "--since", "HEAD").output.split(separator: "\n")
    #expect(found.count == 1 && found.first?.contains("'/roles/dbb'") == true, "\(found)")
  }
}
