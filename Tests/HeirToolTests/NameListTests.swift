import Testing

@testable import HeirTool

@Suite struct NameListTests {
  private static let files: [(path: String, text: String)] = [
    (".heir", ""), ("p.json", #"{"k": 1}"#), ("a\nb/p.json", #"{"k": 2, "n": {"x": 1}}"#),
    ("a\\nb/p.json", #"{"k": 3}"#), ("q\"q/p.json", #"{"k": 4}"#),
    ("u\u{202E}/c/p.json", #"{"k": 5}"#),
    ("u\u{202E}/c/d/p.json", #"{"o": 5}"#),
  ]

  @Test func aScopeIsPrintedAsAnArgumentTakesIt() {
    let scratch = Scratch(Self.files)
    for command in [
      ["scopes"], ["where", "/", "k", "--scopes"], ["where", "/", "k", "--setters"],
    ] {
      let lines = scratch.run(command).output.split(separator: "\n").map(String.init)
      #expect(lines.contains(#""/a\nb""#) && lines.contains(#"/a\nb"#), "\(lines)")
      #expect(lines.contains(#"/q"q"#) && lines.contains(#""/u\u202e/c""#))
      let values = lines.map { scratch.run(["get", $0, "k", "--default", "none"]) }
      #expect(values.allSatisfy { $0.status == 0 && $0.errors == "" }, "\(values)")
      #expect(Set(values.map(\.output)) == ["1\n", "2\n", "3\n", "4\n", "5\n"])
    }
    // A directory may be called like a string's beginning; then it needs its slash.
    let odd = Scratch([(".heir", ""), ("\"/x\"/p.json", #"{"k": 1}"#), ("x/p.json", #"{"k": 2}"#)])
    #expect(odd.run(["get", "/\"/x\"", "k"]).output == "1\n")
    #expect(odd.run(["get", "\"/x\"", "k"]).output == "2\n")
    #expect(odd.run(["get", "\"/x\\u0000\"", "k"]).status == 2)
  }

  @Test func aListWithNULsPrintsNamesAsTheyAre() {
    let scratch = Scratch(Self.files)
    func names(_ command: String...) -> [String] {
      scratch.run(command + ["-0"]).output.split(separator: "\0").map(String.init)
    }
    let all = ["/", "/a\nb", "/a\\nb", "/q\"q", "/u\u{202E}", "/u\u{202E}/c", "/u\u{202E}/c/d"]
    #expect(names("where", "/", "k", "--scopes") == all)
    #expect(
      names("where", "/", "k", "--setters")
        == all.filter { $0 != "/u\u{202E}" && !$0.hasSuffix("/d") })
    #expect(names("scopes") == all)
    #expect(names("diff", "/", "/a\nb", "--keys") == ["k", "n.x"])
    #expect(names("resolve", "/a\nb", "--keys") == ["k", "n.x"])
    #expect(names("files", "/a\nb") == [".heir", "p.json", "a\nb/p.json"])
    let impact = Scratch()
    for (path, text) in Self.files {
      impact.write("old/" + path, Array(text.utf8))
      impact.write("new/" + path, Array(text.replacing("k", with: "m").utf8))
    }
    let touched = impact.run(["impact", "--root", "new", "--against", "old", "--scopes", "-0"])
    #expect(touched.output.split(separator: "\0").map(String.init) == all)
  }
}
