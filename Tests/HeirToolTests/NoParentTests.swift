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

  @Test(arguments: [
    ("web", "wbe", true), ("web", "Web", true), ("web", "wab", false), ("web1", "web2", false),
    ("database", "databse", true), ("proxy", "proxies", false), ("www12", "www21", false),
  ])
  func anOptionalTemplateThatNearlyNamesAScopeIsAWarning(
    name: String, written: String, isFound: Bool
  ) {
    let tree = Scratch([
      (".heir", #"{"inherit":{"/hosts/*":[{"scope":"/r/${role}","optional":true}]}}"#),
      ("r/\(name)/p.json", #"{"port":80}"#), ("hosts/a/p.json", #"{"role":"\#(written)"}"#),
    ])
    let harness = Harness(in: tree.url)
    let found = harness.run("check", "--rules", "no-parent", "-q")
    let line =
      "hosts/a/p.json:1:9: warning: parent scope '/r/\(written)' of '/hosts/a' does not exist; "
      + "the nearest is '/r/\(name)' (by the template '/r/${role}': .heir:1:34) [no-parent]\n"
    #expect(found.output == (isFound ? line : "") && found.status == 0, "\(found)")
    #expect(harness.run("get", "/hosts/a", "role", "--strict").status == (isFound ? 2 : 0))
  }

  @Test func theNameOfTheScopeIsNoTypo() {
    let tree = Scratch([
      (".heir", #"{"inherit":{"/hosts/*":[{"scope":"/r/${$scope.name}","optional":true}]}}"#),
      ("r/main/p.json", "{}"), ("hosts/mian/p.json", "{}"),
    ])
    #expect(Harness(in: tree.url).run("check", "--rules", "no-parent", "-q").output == "")
  }

  @Test func aMissingFileOfFactsIsNoted() {
    let tree = Scratch([
      (".heir", #"{"inherit":{"/hosts/*":[{"scope":"/r/${$facts.role}","optional":true}]}}"#),
      ("r/web/p.json", #"{"port":80}"#), ("hosts/a/p.json", "{}"), ("hosts/b/p.json", "{}"),
      ("_f/hosts/a.json", #"{"role":"web"}"#), ("p.json", #"{"port":1}"#),
    ])
    let harness = Harness(in: tree.url)
    func run(_ line: String) -> Harness.Result {
      harness.run(line.split(separator: " ").map(String.init) + ["--facts", "_f/{scope}.json"])
    }
    #expect(run("get /hosts/a port") == .init(output: "80\n"))
    let words = "/hosts/b has no facts: the file '_f/hosts/b.json' does not exist"
    #expect(run("get /hosts/b port") == .init(output: "1\n", errors: "heir: note: \(words)\n"))
    #expect(run("resolve /hosts/b -q").errors == "")
    let strict = run("get /hosts/b port --strict")
    #expect(strict.status == 2 && strict.errors.contains("_f/hosts/b.json"), "\(strict)")
    let check = run("check -q")
    #expect(check.status == 0 && check.output.contains("warning: the template"), "\(check)")
    #expect(run("check -q --strict").status == 1)
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
