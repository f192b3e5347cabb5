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

  @Test(arguments: ["None", "nil", "NULL"])
  func nullIsWrittenOnPurpose(text: String) {
    let set = tree.run(["set", "/", "n", text])
    #expect(set.errors.contains("\(text) is not JSON; write --as-json null\n"), "\(set.errors)")
    let setting = tree.run(["get", "/", "n", "--set", "n=\(text)"])
    #expect(setting.errors.contains("\(text) is not JSON; write null\n"), "\(setting.errors)")
    #expect(tree.run(["get", "/", "n", "--set", "n=null"]).output == "null\n")
  }

  @Test func aSettingIsRefusedAsAnEditIs() {
    let result = tree.run(["get", "/", "b", "--set", "b=True"])
    #expect(
      result.errors == """
        heir: error: '--set b=…': VALUE looks like a string, but b is a boolean (p.json:1:7)
        heir: note: True is not JSON; write true
        heir: note: use --set 'b="True"' for a string

        """)
    #expect(result.output.isEmpty && result.status == 2)
    for command in ["resolve", "explain", "exec"] {
      let end = command == "exec" ? ["--prefix", "X_", "--", "true"] : []
      let told = tree.run([command, "/", "--set", "b=no"] + end)
      #expect(told.status == (command == "exec" ? 125 : 2), "\(command): \(told)")
    }
  }

  @Test func whatIsDeclaredOrSecretIsHeeded() {
    let tree = Scratch(tree: [
      (
        "p.json",
        #"{"$type": {"t": "integer", "u": ["boolean", "string"]}, "$secret": ["pw"], "pw": 1, "f": 1, "$final": ["f"]}"#
      ), ("s/p.json", "{}"),
    ])
    func errors(_ setting: String) -> String {
      tree.run(["get", "/s", "f", "--set", setting]).errors
    }
    let typed = errors("t=ten")
    #expect(typed.contains("but t must be an integer (p.json:1:12)") && !typed.contains("say"))
    #expect(errors("t=+7").contains("write 7"))
    #expect(errors("u=True") == "")
    let secret = errors("pw=HUSH")
    #expect(secret.contains("but pw is a number") && !secret.contains("HUSH"), "\(secret)")
    #expect(secret.contains(#"use --set 'pw="TEXT"' for a string"#), "\(secret)")
    // No other spelling would help.
    #expect(errors("f=HUSH").contains("'f' is final and cannot be set here"))
  }
}
