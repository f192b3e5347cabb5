import Testing

@Suite struct OwnFormatTests {
  private static let text = """
    {"r": {"$ref": "b", "default": 1}, "f": {"$format": "x${b}"}, "b": 2,
     "ar": [{"$ref": "b"}, {"$$ref": "b", "$comment": "no word"}], "k": {"$$ref": "b"}, "$$n": {"$$m": 1},
     "e": {"$env": "E", "default": "x"}, "t": {"$file": "t.txt"}}
    """
  private let scratch = Scratch([(".heir", ""), ("a.json", Self.text), ("t.txt", "")])

  private func run(_ line: String) -> String {
    let words = ["resolve", "/", "--own"] + line.split(separator: " ").map(String.init)
    let result = Harness(in: scratch.url).run(words)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private static let json =
    #"{"r":{"$ref":"b","default":1},"f":{"$format":"x${b}"},"b":2,"#
    + #""ar":[{"$ref":"b"},{"$$ref":"b"}],"k":{"$$ref":"b"},"$$n":{"$$m":1},"#
    + #""e":{"$env":"E","default":"x"},"t":{"$file":"t.txt"}}"#

  @Test func jsonTellsANameFromADirective() {
    #expect(run("-c") == Self.json + "\n")
    let some = run("-c --except b")
    #expect(some == Self.json.replacing("\"b\":2,", with: "") + "\n")
    #expect(run("k -c") == #"{"$$ref":"b"}"# + "\n")
  }

  @Test func whatAFormatCannotCarryInAComputedValueIsTold() {
    let scratch = Scratch([
      (".heir", ""), ("a.json", "{\"$$a\": {\"r\": {\"$ref\": \"b\", \"default\": 1e400}}}"),
    ])
    for format in ["yaml", "toml"] {
      let result = Harness(in: scratch.url).run("resolve", "/", "--own", "--format", format)
      #expect(result.status == 2 && result.output == "")
      #expect(result.errors.contains("a.json:1:15: error: \"$a\".r "), "\(result.errors)")
    }
  }
}
