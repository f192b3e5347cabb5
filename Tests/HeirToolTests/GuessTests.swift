import Testing

@Suite struct GuessTests {
  private let tree = Scratch(tree: [
    ("p.json", #"{"b": true, "n": 1, "s": "x", "l": [1], "o": {"a": 1}, "$final": ["f"], "f": 1}"#)
  ])

  private static let spellings: [(key: String, text: String, json: String?)] = [
    ("b", "True", "true"), ("b", "TRUE", "true"), ("b", "yes", "true"), ("b", "on", "true"),
    ("b", "No", "false"), ("b", "off", "false"), ("b", "False", "false"), ("b", "y", nil),
    ("b", "truee", nil), ("n", "+5", "5"), ("n", "007", "7"), ("n", "012.5", "12.5"),
    ("n", ".5", "0.5"), ("n", "5.", "5"), ("n", "+", nil), ("n", "1.2.3", nil), ("n", "True", nil),
    ("n", "00", "0"), ("b", "05", nil), ("l", "['a']", "'[\"a\"]'"),
    ("o", "{'a': 1}", "'{\"a\": 1}'"),
    ("l", "['a", nil), ("n", "'a'", nil),
  ]

  @Test(arguments: spellings)
  func theJSONThatIsMeantIsNamed(key: String, text: String, json: String?) {
    for arguments in [["set", "/", key, text], ["get", "/", "s", "--set", "\(key)=\(text)"]] {
      let result = tree.run(arguments)
      #expect(
        result.status == 2 && result.errors.contains("VALUE looks like a string, but \(key)"))
      if let json {
        #expect(result.errors.contains(" is not JSON; write \(json)\n"), "\(result.errors)")
      } else {
        #expect(!result.errors.contains("is not JSON"), "\(result.errors)")
      }
    }
  }
}
