import Foundation
import Testing

/// A secret is in no report, however it gets there, and no longer than any other (A1).
@Suite struct SecretTests {
  struct Leak: CustomTestStringConvertible, Sendable {
    let name: String
    let root: String
    var child = "{}"
    var options: [String] = []
    var keys: [String]

    var testDescription: String { name }
  }

  static let leaks: [Leak] = [
    Leak(
      name: "where an array or a computed value took its place",
      root:
        #"{"$secret": ["a.b", "g.b", "k.*.p"], "a": {"b": "TOPSECRET"}, "g": {"b": ["TOPSECRET"]}, "k": {"x": {"p": "TOPSECRET"}}}"#,
      child:
        #"{"a": [1], "g": {"$ref": "none", "default": 4}, "k": [{"p": "TOPSECRET"}, {"p": 1}]}"#,
      keys: ["a", "a.b", "a.0", "g", "g.b", "k", "k.x", "k.x.p", "k.0", "k.0.p"]),
    Leak(
      name: "that an array or a computed value refuses",
      root: #"""
        {"$secret": ["f.b", "h.c.d", "i.b"], "$final": ["f", "h", "i"], "f": [1], "h": {"c": [1]},
         "i": {"$ref": "none", "default": 4}}
        """#,
      child: #"{"f": {"b": "TOPSECRET"}, "h": {"c": {"d": "TOPSECRET"}}, "i": {"b": "TOPSECRET"}}"#,
      keys: ["f", "f.b", "f.0", "h", "h.c", "h.c.d", "i", "i.b"]),
    Leak(
      name: "of the command line, and taken out of an array",
      root:
        #"{"$secret": ["pw", "tags"], "tags": ["TOPSECRET", "b"], "$merge": {"tags": "append"}}"#,
      child: #"{"$remove": {"tags": ["TOPSECRET"]}, "tags": ["TOPSECRET6"]}"#,
      options: ["--set", "pw=TOPSECRET"], keys: ["pw", "tags", "tags.0"]),
    Leak(
      name: "in directives of an object as it is written",
      root: #"""
        {"$secret": ["**.tokens", "**.pw"], "$merge": {"**.tokens": "append"},
         "db": {"tokens": ["TOPSECRET1", {"pw": 1}], "pw": "TOPSECRET2", "in": {"list": [{"pw": "TOPSECRET3"}]}}}
        """#,
      child: #"""
        {"db": {"$remove": {"tokens": ["TOPSECRET1"], "in.list": [{"pw": "TOPSECRET3"}]},
                "$type": {"pw": {"enum": ["TOPSECRET2", "TOPSECRET4"]}, "*w": {"match": "TOPSECRET*"},
                          "in": {"enum": [{"list": [], "pw": "TOPSECRET5"}]},
                          "**.tokens": {"items": {"enum": ["TOPSECRET6"]}}}, "n": 2}}
        """#, keys: ["db", "db.tokens", "db.pw", "db.in", "db.in.list"]),
    Leak(
      name: "in what a value is computed to",
      root: #"""
        {"$secret": ["gate.pin", "list.*.pin", "copy.o.pin", "table.pin", "**.deep"],
         "gate": {"$ref": "none", "default": {"pin": "TOPSECRET1", "n": 1}},
         "list": {"$ref": "none", "default": [{"pin": "TOPSECRET2"}, {"deep": ["TOPSECRET3"]}]},
         "copy": {"$ref": "none", "default": {"o": {"$ref": "none", "default": {"pin": "TOPSECRET4"}}}},
         "table": {"$ref": "kind", "map": {"a": {"pin": "TOPSECRET5"}}}, "kind": "a",
         "drawn": {"$ref": "gate.pin"}, "text": {"$format": "${gate.pin}!"}, "whole": {"$ref": "gate"},
         "chosen": {"$ref": "gate.pin", "map": {"TOPSECRET1": "TOPSECRET6", "*": 1}},
         "again": [{"$ref": "whole"}, {"$ref": "list"}], "part": {"$ref": "copy.o"}}
        """#, child: #"{"more": {"$ref": "whole.pin"}, "again": {"x": {"$ref": "again"}}}"#,
      keys: [
        "gate", "gate.pin", "gate.n", "list", "list.0", "list.1", "list.1.deep", "copy", "copy.o",
        "copy.o.pin", "table", "drawn", "text", "whole", "whole.pin", "chosen", "again", "again.0",
        "part", "part.pin", "more",
      ]),
    Leak(
      name: "that cannot be worked out",
      root: #"""
        {"$secret": ["pw"], "pw": "TOPSECRET", "bad": {"$ref": "pw", "map": {"a": "TOPSECRET"}},
         "row": {"$ref": "pw", "map": {"b": {"c": 1}, "TOPSECRET": {"$ref": "none"}}},
         "obj": {"$format": "${o} TOPSECRETx"}, "o": {"pw": {"$ref": "pw"}}}
        """#.replacingOccurrences(of: "TOPSECRETx", with: ""), keys: ["bad", "row", "obj", "o"]),
  ]

  @Test(arguments: leaks) func isInNoReport(leak: Leak) {
    let scratch = Scratch(
      [(".heir", ""), ("p.json", leak.root), ("b/p.json", leak.child)])
    let harness = Harness(in: scratch.url)
    var commands: [[String]] = [
      ["diff", "/", "/b"], ["diff", "/b", "/", "--json"], ["diff", "/", "/b", "--moved"],
    ]
    for key in leak.keys + ["*", "*.*"] where leak.options.isEmpty {
      commands += [["where", "/", key], ["where", "/", key, "--json"]]
    }
    for scope in ["/", "/b"] {
      commands += [["explain", scope], ["explain", scope, "--json"]]
      for key in leak.keys {
        commands += [["explain", scope, key], ["explain", scope, key, "--json"]]
      }
      commands += [["resolve", scope, "--strict"]]
    }
    for command in commands {
      let result = harness.run(command + leak.options)
      let isData = command[0] == "resolve"
      #expect(isData || !result.output.contains("TOPSECRET"), "\(command): \(result.output)")
      #expect(!result.errors.contains("TOPSECRET"), "\(command): \(result.errors)")
    }
    for options in [
      ["check"], ["check", "--json"], ["check", "--format", "sarif"],
      ["check", "--format", "github"], ["scopes", "--tree"], ["scopes", "--json"],
    ] {
      let result = harness.run(options)
      #expect(!(result.output + result.errors).contains("TOPSECRET"), "\(options): \(result)")
    }
  }

  @Test(arguments: [#"db={"$stop":["TOPSECRET"]}"#, "db..pw=TOPSECRET", "$ref=TOPSECRET"])
  func ofTheCommandLineThatCannotBeUsedIsNotRepeated(setting: String) {
    let scratch = Scratch([(".heir", ""), ("p.json", "{}")])
    let harness = Harness(in: scratch.url)
    for command in [["get", "/", "db.pw"], ["resolve", "/"], ["explain", "/"], ["check"]] {
      let result = harness.run(command + ["--set", setting])
      #expect(result.status == 2 && !result.errors.contains("TOPSECRET"), "\(result)")
    }
  }

  /// The places of elements would show their number and length.
  @Test func theElementsOfASecretArrayAreNotListed() {
    func reports(_ array: String) -> String {
      let root = #"{"$secret": ["k"], "$merge": {"k": "append"}, "k": \#(array)}"#
      let scratch = Scratch([(".heir", ""), ("p.json", root), ("a/p.json", #"{"k": ["z"]}"#)])
      let harness = Harness(in: scratch.url)
      return [[], ["--json"]].reduce(into: "") {
        $0 += harness.run(["explain", "/a", "k"] + $1).output
      }
    }
    #expect(reports(#"["p", "q"]"#) == reports(#"["a longer text", "q", "r"]"#))
  }

  private static let forms = [
    [], ["--json"], ["--format", "github"], ["--format", "markdown"], ["--html", "page.html"],
  ]

  private static func reports(_ files: [(path: String, text: String)], _ command: [String])
    -> String
  {
    let scratch = Scratch(files + [("new/.heir", ""), ("old/.heir", "")])
    let harness = Harness(in: scratch.url)
    return forms.reduce(into: "") { all, form in
      if command[0] == "where" && form.contains("--format") { return }
      let result = harness.run(["--root", "new"] + command + form)
      all += result.output + result.errors
      let page = try? String(
        contentsOf: scratch.url.appending(path: "page.html"), encoding: .utf8)
      all += page ?? ""
    }
  }

  /// Each name of a part leads to a longer key: the search ends.
  @Test(arguments: [
    #"{"c":{"$ref":"c.c","map":{}}}"#,
    #"{"c":{"$ref":"d.c.d","map":{}},"d":{"$ref":"c.d.c"}}"#,
    #"{"a":{"$ref":"b.a.a","map":{"t":1}},"b":{"$format":"${a.b.b}${b.a}"},"c":{"$ref":"a.b","map":{}}}"#,
  ])
  func aTableThatDrawsOnAPartOfItselfIsToldWithAnEnd(text: String) {
    let files = [("old/a.json", "{}"), ("new/a.json", text)]
    for command in [["impact", "--against", "old"], ["where", "/", "c"], ["where", "/", "*"]] {
      let reports = Self.reports(files, command)
      #expect(reports.contains("c"), "\(reports)")
    }
  }

  /// What a secret may be is near to what it is.
  @Test func theValuesThatASecretMayHaveAreMasked() throws {
    let tree = Scratch(tree: [
      (
        "c.json",
        #"{"$secret": ["k", "l.*"], "$type": {"k": {"match": "HINT*"}, "l": {"items": {"match": "HINT*"}}, "n": {"length": [20, 30]}}, "k": "x", "l": ["x"]}"#
      )
    ])
    for command in [
      ["check"], ["check", "--json"], ["get", "/", "k", "--strict"], ["schema", "/"],
      ["set", "/", "k", "y"], ["set", "/", "k", "y", "--dry-run"], ["set", "/", "l.0", "y"],
      ["declare", "/", "k", "--about", "it", "--dry-run"],
    ] {
      let result = tree.run(command)
      #expect(!(result.output + result.errors).contains("HINT"), "\(command) \(result)")
    }
    #expect(tree.run(["check"]).output.contains("'k' does not match the declared pattern in /"))
    #expect(tree.run(["schema", "/", "--reveal"]).output.contains("HINT"))
  }
}
