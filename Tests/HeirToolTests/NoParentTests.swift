import Foundation
import TestSupport
import Testing

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

  @Test func anOptionalTemplateIsNoFinding() {
    let tree = Self.tree(
      #"{"scope":"/sites/${site}","optional":true},{"scope":"/all","optional":true}"#,
      [("hosts/a/p.json", #"{"site":"s1"}"#), ("hosts/b/p.json", "{}")])
    let harness = Harness(in: tree.url)
    let found = harness.run("check")
    #expect(found.output == "" && found.status == 0, "\(found)")
    #expect(harness.run("get", "/hosts/a", "port", "--strict").output == "1\n")
  }

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

  @Test(.needs("git")) func aFindingThatWasThereBeforeIsNotNew() throws {
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
