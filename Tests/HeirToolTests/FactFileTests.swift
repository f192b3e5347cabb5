import Foundation
import Testing

@Suite struct FactFileTests {
  private static let each = ["--facts", "_facts/{scope}.json"]

  private static func tree(_ more: [(String, String)] = []) -> Scratch {
    Scratch(
      [
        (".heir", #"{"inherit":{"/hosts/*":["/roles/${$facts.role}"]}}"#),
        ("p.json", #"{"ip":{"$ref":"$facts.ip","default":"none"},"port":1}"#),
        ("roles/web/p.json", #"{"port":80}"#), ("roles/db/p.json", #"{"port":5432}"#),
        ("roles/a.json", #"{"$abstract":true}"#),
        ("hosts/a/p.json", "{}"), ("hosts/b/p.json", "{}"),
        ("_facts/hosts/a.json", #"{"role":"web","ip":"10.0.0.1"}"#),
        ("_facts/hosts/b.json", #"{"role":"db","ip":"10.0.0.2"}"#),
      ] + more)
  }

  @Test func eachScopeIsRenderedByItsOwnFacts() {
    let tree = Self.tree()
    let harness = Harness(in: tree.url)
    let made = harness.run(
      ["resolve", "/hosts", "--below", "-c", "-o", "_out/{scope}.json"] + Self.each)
    #expect(made.status == 0, "\(made)")
    func file(_ name: String) -> String? {
      try? String(contentsOf: tree.url.appending(path: "_out/hosts/\(name).json"), encoding: .utf8)
    }
    #expect(file("a") == #"{"ip":"10.0.0.1","port":80}"# + "\n")
    #expect(file("b") == #"{"ip":"10.0.0.2","port":5432}"# + "\n")
    for (host, port) in [("a", "80"), ("b", "5432")] {
      #expect(harness.run(["get", "/hosts/\(host)", "port"] + Self.each).output == port + "\n")
    }
  }

  @Test func reportsOfManyScopesUseEachScopesFacts() {
    let tree = Self.tree()
    let harness = Harness(in: tree.url)
    let values = harness.run(["where", "/hosts", "ip", "--json", "-c"] + Self.each).output
    for host in ["a", "b"] {
      #expect(values.contains(#""scopes":["/hosts/\#(host)"]"#), "\(values)")
    }
    let diff = harness.run(["diff", "/hosts/a", "/hosts/b", "--keys"] + Self.each)
    #expect(diff.output == "ip\nport\n", "\(diff)")
    let found = harness.run(["check"] + Self.each)
    #expect(found.output == "", "\(found)")
  }

  @Test func oneFileForSeveralScopesIsAnError() {
    let tree = Self.tree()
    let harness = Harness(in: tree.url)
    let one = ["--facts", "_facts/hosts/a.json"]
    let before = Self.tree()
    let commands = [
      ["resolve", "/hosts", "--below", "-o", "_out/{scope}.json"], ["where", "/", "port"],
      ["where", "/hosts", "ip"], ["check"], ["impact", "--against", before.url.path],
      ["diff", "/hosts/a", "/hosts/b"],
    ]
    for command in commands {
      let result = harness.run(command + one)
      #expect(result.status == 2 && result.output == "", "\(command): \(result)")
      #expect(result.errors.contains("--facts 'facts/{scope}.json'"), "\(command): \(result)")
    }
    #expect(!FileManager.default.fileExists(atPath: tree.url.appending(path: "_out").path))
    for command in [["get", "/hosts/a", "port"], ["get", "/hosts/a", "port", "--strict"]] {
      #expect(harness.run(command + one).output == "80\n")
    }
    #expect(harness.run(["check", "/hosts/a"] + one).status == 0)
  }

  @Test func aScopeWithoutAFileHasNoFacts() {
    let tree = Self.tree([("hosts/c/p.json", "{}"), ("hosts/d/p.json", "{}")])
    let harness = Harness(in: tree.url)
    let missing = harness.run(["get", "/hosts/c", "port"] + Self.each)
    #expect(missing.output == "1\n" && missing.status == 0, "\(missing)")
    let absent = harness.run(["get", "/hosts/c", "none"] + Self.each).errors
    #expect(absent.contains("_facts/hosts/c.json") && !absent.contains("give them"), "\(absent)")
    let found = harness.run(["check"] + Self.each).output.split(separator: "\n")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("_facts/hosts/c.json") == true, "\(found)")
    #expect(found.first?.hasSuffix("(in 2 scopes) [no-parent]") == true, "\(found)")
    let strict = harness.run(["get", "/hosts/c", "port", "--strict"] + Self.each)
    #expect(strict.status == 2 && strict.errors.contains("_facts/hosts/c.json"), "\(strict)")
    tree.write("hosts/c/p.json", Array(#"{"mac":{"$ref":"$facts.mac"}}"#.utf8))
    let fact = harness.run(["get", "/hosts/c", "mac"] + Self.each)
    #expect(fact.status == 2 && fact.errors.contains("_facts/hosts/c.json"), "\(fact)")
  }

  @Test func aBrokenFileIsAnErrorOfItsScopeAlone() {
    let tree = Self.tree([("_facts/hosts/b.json", "{\"role\": \n}")])
    let harness = Harness(in: tree.url)
    let broken = harness.run(["get", "/hosts/b", "port"] + Self.each)
    #expect(broken.status == 2 && broken.errors.contains("_facts/hosts/b.json:2:1"), "\(broken)")
    #expect(harness.run(["get", "/hosts/a", "port"] + Self.each).output == "80\n")
    let found = harness.run(["check"] + Self.each)
    #expect(found.status == 1 && found.output.contains("_facts/hosts/b.json:2:1"), "\(found)")
    let made = harness.run(
      ["resolve", "/hosts", "--below", "-o", "_out/{scope}.json"] + Self.each)
    #expect(made.status == 2, "\(made)")
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: tree.url.appending(path: "_out/hosts").path)
    #expect(files == ["a.json"])
  }
}
