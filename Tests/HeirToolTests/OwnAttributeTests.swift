import Foundation
import Testing

/// Attributes of one's own (A8) in the commands that tell of them.
@Suite struct OwnAttributeTests {
  private static func impact(
    from before: [(path: String, text: String)], to now: [(path: String, text: String)],
    _ words: String...
  ) -> String {
    let old = Scratch(tree: before)
    return Scratch(tree: now).run(["impact", "--against", old.url.path, "-q"] + words).output
  }

  // MARK: impact

  @Test func whatIsDeclaredNoLongerIsToldAsItWas() {
    let output = Self.impact(
      from: [("p.json", #"{"o": {"$x-owner": {"*": "old"}, "$x-t": {"k": "1"}, "k": 1}}"#)],
      to: [("p.json", #"{"$x-t": {"o": "2"}}"#)], "--json", "-c")
    #expect(output.contains(#""attributes":{"owner":"old","t":"2"}"#), "\(output)")
  }

  @Test func whatAttributesComeToInSumIsBounded() throws {
    let names = (0..<300).map {
      "\"$x-n\($0)\": {\"**\": \"\(String(repeating: "t", count: 2000))\"}"
    }
    let keys = (0..<600).map { "\"k\($0)\": 1" }
    let text = "{\(names.joined(separator: ", ")), \(keys.joined(separator: ", "))}"
    let old = Scratch([(".heir", ""), ("p.json", "{}")])
    let new = Scratch([(".heir", ""), ("p.json", text)])
    let harness = Harness(in: new.url)
    let json = harness.run("impact", "--against", old.url.path, "--json")
    #expect(json.status == 2 && json.output.isEmpty)
    for format in ["text", "markdown"] {
      let told = harness.run("impact", "--against", old.url.path, "--format", format)
      #expect(told.status == 1 && told.output.utf8.count < 1 << 20)
    }
    let files = [("p.json", text), ("b/p.json", "{\(keys.joined(separator: ", "))}")]
    let checked = Scratch(tree: files).run(["check", "--json", "-c"])
    #expect(checked.output.utf8.count < 20 << 20)
    #expect(checked.output.contains("\"more\":"))
  }

  // MARK: check

  @Test func aFindingHasTheAttributesOfItsKeyInItsScope() {
    let files = [
      ("p.json", #"{"$x-owner": {"k": "above"}, "k": 1}"#),
      ("b/p.json", #"{"$x-owner": {"k": "below"}, "k": 1}"#), ("c/p.json", "{"),
    ]
    let output = Scratch(tree: files).run(["check", "--json", "-c"]).output
    #expect(
      output.contains(#""key":"k","scopes":1,"attributes":{"owner":"below"},"related""#),
      "\(output)")
    #expect(output.components(separatedBy: "attributes").count == 2)
  }

  @Test func anAttributeOfAKeyThatNobodyHasIsIdle() {
    let files = [
      (
        "p.json",
        #"{"$x-owner": {"prot": "t", "k": "t", "b": "t", "*": "t", "z.*": "t"}, "port": 1, "k": 1}"#
      ),
      ("b/p.json", #"{"b": 1}"#),
    ]
    let lines = Scratch(tree: files).run(["check"]).output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.contains(
        "'$x-owner' names 'prot', which has no value in this scope or a descendant") == true)
    #expect(lines.first?.contains("port") == true)
    #expect(lines.last?.contains("z.*") == true && lines.last?.contains("[idle-attribute]") == true)
  }

  // MARK: where

  private static let owned = [
    ("p.json", #"{"$x-owner": {"**": "ops", "db": "dba"}, "db": {"port": 1}, "k": 1}"#),
    ("b/p.json", #"{"$x-owner": {"k": "b"}, "k": 1}"#), ("b/c/p.json", #"{"k": 2}"#),
  ]

  @Test(arguments: [
    ("k", "owner=ops", "/\n", 0), ("k", "owner=b", "/b\n/b/c\n", 0),
    ("**", "owner=dba", "/\n/b\n/b/c\n", 0), ("**", "owner=b", "/b\n/b/c\n", 0),
    ("k", "owner=dba", "", 1), ("k", "owner=", "", 1), ("k", "ticket=ops", "", 1),
  ]) func whereChoosesByAnAttribute(key: String, wanted: String, scopes: String, status: Int32) {
    let found = Scratch(tree: Self.owned).run([
      "where", "/", key, "--attribute", wanted, "--scopes",
    ])
    #expect(found.output == scopes && found.status == status, "\(found)")
  }

  @Test(arguments: [
    ("owner", "NAME=TEXT"), ("=t", "'$x-NAME'"), ("a b=t", "'$x-NAME'"), ("ownr=ops", "'$x-owner'"),
    ("owner=opps", "'ops'"),
  ]) func whereTellsWhatIsWrongWithTheAttribute(wanted: String, words: String) {
    let found = Scratch(tree: Self.owned).run(["where", "/", "k", "--attribute", wanted])
    #expect(found.status != 0 && found.errors.contains(words), "\(found)")
  }
}
