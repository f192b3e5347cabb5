import Foundation
import TestSupport
import Testing

/// No report shows a secret (A1), in cases that random trees seldom have.
@Suite struct SecretTests {
  typealias Files = [(path: String, text: String)]

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let files: Files
    let lines: [String]

    init(_ name: String, _ files: Files, _ lines: [String]) {
      (self.name, self.files, self.lines) = (name, files, lines)
    }

    /// Every report on these keys in `/` and `/b`.
    init(_ name: String, _ root: String, _ child: String = "{}", keys: String) {
      let all = keys.split(separator: " ").map { " " + $0 }
      let explained = ["/", "/b"].flatMap { scope in ([""] + all).map { "explain \(scope)\($0)" } }
      let reports = explained + (all + [" *", " *.*"]).map { "where /" + $0 }
      let others = [
        "diff / /b", "diff / /b --moved", "diff /b / --json", "check", "check --json",
        "check --format sarif", "check --format github", "scopes --tree", "scopes --json",
      ]
      self.init(
        name, [("t/p.json", root), ("t/b/p.json", child)],
        reports + reports.map { $0 + " --json" } + others)
    }

    var testDescription: String { name }

    /// What the reports print and note.
    func reports() throws -> [(line: String, text: String)] {
      let scratch = Scratch([("t/.heir", ""), ("old/.heir", "")] + files)
      if name == "a directory that cannot be entered" {
        symlink("/usr", scratch.url.path + "/t/b")
      }
      return lines.map { line in
        let result = Harness(in: scratch.url.appending(path: "t")).run(Transcript.words(line))
        let page = scratch.text("t/page.html") ?? ""
        try? FileManager.default.removeItem(at: scratch.url.appending(path: "t/page.html"))
        return (line, result.output + result.errors + page)
      }
    }
  }

  static let cases = [
    Case(
      "an array or a computed value replaces it",
      #"{"$secret": ["a.b", "g.b", "k.*.p"], "a": {"b": "TOPSECRET"}, "g": {"b": ["TOPSECRET"]}, "k": {"x": {"p": "TOPSECRET"}}}"#,
      #"{"a": [1], "g": {"$ref": "none", "default": 4}, "k": [{"p": "TOPSECRET"}, {"p": 1}]}"#,
      keys: "a a.b a.0 g g.b k k.x k.x.p k.0 k.0.p"),
    Case(
      "an array or a computed value is final",
      #"""
      {"$secret": ["f.b", "h.c.d", "i.b"], "$final": ["f", "h", "i"], "f": [1], "h": {"c": [1]},
       "i": {"$ref": "none", "default": 4}}
      """#,
      #"{"f": {"b": "TOPSECRET"}, "h": {"c": {"d": "TOPSECRET"}}, "i": {"b": "TOPSECRET"}}"#,
      keys: "f f.b f.0 h h.c h.c.d i i.b"),
    Case(
      "directives of an object contain it",
      #"""
      {"$secret": ["**.tokens", "**.pw"], "$merge": {"**.tokens": "append"},
       "db": {"tokens": ["TOPSECRET1", {"pw": 1}], "pw": "TOPSECRET2", "in": {"list": [{"pw": "TOPSECRET3"}]}}}
      """#,
      #"""
      {"db": {"$remove": {"tokens": ["TOPSECRET1"], "in.list": [{"pw": "TOPSECRET3"}]},
              "$type": {"pw": {"enum": ["TOPSECRET2", "TOPSECRET4"]}, "*w": {"match": "TOPSECRET*"},
                        "in": {"enum": [{"list": [], "pw": "TOPSECRET5"}]},
                        "**.tokens": {"items": {"enum": ["TOPSECRET6"]}}}, "n": 2}}
      """#, keys: "db db.tokens db.pw db.in db.in.list"),
    Case(
      "it is a part of a computed value",
      #"""
      {"$secret": ["gate.pin", "list.*.pin", "copy.o.pin", "table.pin", "**.deep"],
       "gate": {"$ref": "none", "default": {"pin": "TOPSECRET1", "n": 1}},
       "list": {"$ref": "none", "default": [{"pin": "TOPSECRET2"}, {"deep": ["TOPSECRET3"]}]},
       "copy": {"$ref": "none", "default": {"o": {"$ref": "none", "default": {"pin": "TOPSECRET4"}}}},
       "table": {"$ref": "kind", "map": {"a": {"pin": "TOPSECRET5"}}}, "kind": "a",
       "drawn": {"$ref": "gate.pin"}, "text": {"$format": "${gate.pin}!"}, "whole": {"$ref": "gate"},
       "chosen": {"$ref": "gate.pin", "map": {"TOPSECRET1": "TOPSECRET6", "*": 1}},
       "again": [{"$ref": "whole"}, {"$ref": "list"}], "part": {"$ref": "copy.o"}}
      """#, #"{"more": {"$ref": "whole.pin"}, "again": {"x": {"$ref": "again"}}}"#,
      keys: "gate.pin list.0 list.1.deep copy.o table drawn text whole chosen again.0 part more"),
    Case(
      "it cannot be evaluated",
      #"""
      {"$secret": ["pw"], "pw": "TOPSECRET", "bad": {"$ref": "pw", "map": {"a": "TOPSECRET"}},
       "row": {"$ref": "pw", "map": {"b": {"c": 1}, "TOPSECRET": {"$ref": "none"}}},
       "obj": {"$format": "${o} "}, "o": {"pw": {"$ref": "pw"}}}
      """#, keys: "bad row obj o"),
    Case(
      "a map in a merged array depends on it",
      #"{"$secret": ["pw"], "$merge": {"l": "append"}, "pw": "TOPSECRET", "l": [{"$ref": "pw", "map": {"TOPSECRET": 1}}]}"#,
      #"{"l": [2, {"$ref": "pw", "map": {"TOPSECRET": 2}}], "c": {"$ref": "l.0", "map": {"1": 3}}, "d": {"$ref": "l", "map": {}}}"#,
      keys: "l l.0 c d"),
    Case(
      "it is set on the command line",
      [
        (
          "t/p.json",
          #"{"$secret": ["pw", "tags"], "tags": ["TOPSECRET", "b"], "$merge": {"tags": "append"}}"#
        ), ("t/b/p.json", #"{"$remove": {"tags": ["TOPSECRET"]}, "tags": ["TOPSECRET6"]}"#),
      ],
      ["explain /b", "explain / pw", "explain /b tags --json", "diff / /b"].map {
        $0 + " --set pw=TOPSECRET"
      }
        + [#"db={"$stop":["TOPSECRET"]}"#, "db..pw=TOPSECRET", "$ref=TOPSECRET"].map {
          "explain / db.pw --set '\($0)'"
        }),
    Case(
      "a fragment of an ancestor may declare it",
      [
        ("t/q/b.json", #"{"$include": "_f.json"}"#), ("t/q/_f.json", #"{"$secret": ["k""#),
        ("t/q/c/c.json", "{\n \"k\": \"TOPSECRET\",\n \"v\": 1\n}\n"),
      ], ["set /q/c v 2 --dry-run", "unset /q/c v --dry-run", "stop /q/c v --dry-run"]),
    Case(
      "a parent's path contains it",
      [
        ("t/.heir", #"{"inherit": {"/p/{n}": ["/q/${k}"]}}"#),
        ("t/p/b/x.json", #"{"k": "TOPSECRET"}"#), ("t/p/a/x.json", #"{"$secret": ["k"]}"#),
        ("t/q/x.json", "{}"),
      ], ["check"]),
    Case(
      "a parent that does not exist is named by it",
      [
        ("t/.heir", #"{"inherit": {"/hosts/*": ["/roles/${role}/x"]}}"#),
        ("t/p.json", #"{"port": 1, "$secret": ["role"]}"#), ("t/roles/web/p.json", "{}"),
        ("t/hosts/a/p.json", #"{"role": "TOPSECRET"}"#),
        ("t/hosts/b/p.json", #"{"role": "TOPSECRET/"}"#),
        ("t/hosts/c/p.json", #"{"port": "TOPSECRET", "$secret": ["port"]}"#),
      ],
      ["check", "check --json", "check --format sarif"]
        + ["a", "b", "c"].flatMap { host in
          ["", " --json", " role"].map { "explain /hosts/\(host)\($0)" }
            + ["get /hosts/\(host) none", "get /hosts/\(host) port --strict"]
        }),
    Case(
      "a map translates a value of a scope that cannot be read",
      [
        ("t/q/x.json", #"{"m": {"$ref": "pw", "scope": "/s", "map": {"TOPSECRET": 1}}}"#),
        ("t/q/u/x.json", #"{"m": 2}"#), ("t/s/x.json", #"{"$secret": ["pw"]"#),
        ("t/z/x.json", #"{"m": {"$ref": "pw", "scope": "/y", "map": {"TOPSECRET": 1}}}"#),
        ("t/z/u/x.json", #"{"m": 2}"#),
        ("t/y/x.json", #"{"$secret": ["pw"], "pw": "TOPSECRET", "$because": 1}"#),
      ], ["explain /q/u m", "explain /z/u m", "where / m", "explain /z/u m --json"]),
    Case(
      "an overlay may declare it",
      [
        ("t/b.json", #"{"$exclude": ["db"]}"#), ("t/p/b/a.json", #"{"db": {"host": "h2"}}"#),
        ("t/p/a/c.json", #"{"db": {"host": "h2"}, "$remove": {"arr": ["TOPSECRET"]}}"#),
        ("ov/p/a/a.json", #"{"$secret": ["arr"]}"#),
      ], ["tidy --dry-run --hoist --overlay ../ov"]),
    Case(
      "the values that it may have are declared",
      [
        (
          "t/c.json",
          #"{"$secret": ["k", "l.*"], "$type": {"k": {"match": "TOPSECRET*"}, "l": {"items": {"match": "TOPSECRET*"}}}, "k": "x", "l": ["x"]}"#
        )
      ],
      [
        "check", "check --json", "get / k --strict", "schema /", "set / k y", "set / l.0 y",
        "set / k y --dry-run", "declare / k --about it --dry-run",
      ]),
  ]

  @Test(arguments: cases) func noReportShowsASecret(one: Case) throws {
    for (line, text) in try one.reports() {
      #expect(!text.isEmpty && !text.contains("TOPSECRET"), "\(line): \(text)")
    }
  }

  // MARK: Files that cannot be read

  private static let lacks: [(name: String, path: String, files: Files)] = [
    ("no JSON", "a/c.json", [("t/a/c.json", #"{"$secret": ["k"],}"#)]),
    ("no object", "a/c.json", [("t/a/c.json", "[1]")]),
    ("a directory that cannot be entered", "b", [("t/a/c.json", "{}")]),
    ("a missing fragment", "a/c.json", [("t/a/c.json", #"{"o": {"$include": "_none.json"}}"#)]),
    ("a broken $secret", "a/c.json", [("t/a/c.json", #"{"$secret": {"k": true}}"#)]),
    ("an unknown directive", "a/c.json", [("t/a/c.json", #"{"$secrets": ["k"]}"#)]),
    ("a missing parent", "a/c.json", [("t/a/c.json", #"{"$inherit": ["/nowhere"]}"#)]),
  ]

  private static func lacking(_ name: String, _ files: Files, _ value: String) -> Case {
    let text =
      ##"{"$type": {"m": {"match": "x"}}, "k": "\##(value)", "m": "plain", "n": ["plain"]}"##
    let against = ["", " --json", " --format markdown", " --format github", " --html page.html"]
    return Case(
      name,
      files + [
        ("t/z/c.json", #"{"ref": {"$ref": "o.p", "scope": "/a", "default": 1}}"#),
        ("t/c.json", text), ("old/a/c.json", "{}"), ("old/c.json", #"{"k": "\#(value)2"}"#),
      ],
      ["where / k", "where / k --json", "where / **", "where / **.p", "where / k --html page.html"]
        + against.map { "impact --against ../old" + $0 }
        + ["check", "check --json", "tidy --dry-run", "set / k \(value)3 --dry-run"]
        + ["unset / k --dry-run", "stop / k --dry-run", "declare / k --about x --dry-run"]
        + ["set / k \(value)3", "unset / k"])
  }

  /// What it declares secret is unknown, but only in its scope, below it, and where scopes inherit from it.
  @Test(arguments: lacks.indices) func unreadableFileHidesTheValuesItReachesAndNoOthers(index: Int)
    throws
  {
    let (name, path, files) = Self.lacks[index]
    let own: Files = [
      ("t/a/d.json", #"{"o": {"p": "TOPSECRET"}}"#),
      ("t/a/x/c.json", #"{"o": {"q": "TOPSECRET"}}"#),
      ("t/y/c.json", #"{"$inherit": ["/a"], "o": {"r": "TOPSECRET"}}"#),
    ]
    let all = files + (path == "b" ? [] : own)
    for (line, text) in try Self.lacking(name, all, "plain").reports() {
      #expect(!text.contains("TOPSECRET"), "\(line): \(text)")
      #expect(!line.hasPrefix("where / k") || text.contains("plain"), "\(line): \(text)")
      #expect(line != "where / **" || text.contains(path), "\(line): \(text)")
    }
  }

  @Test(arguments: [
    [("t/a/c.json", #"{"$secret": ["k"], "$type": {"k": {"bad": 1}}, "x": {"$ref": 5}}"#)],
    [
      ("t/a/c.json", #"{"$final": 1, "$include": "_f.json"}"#),
      ("t/a/_f.json", #"{"$secret": ["k"]}"#),
    ],
  ])
  func fileWithABrokenDirectiveStillDeclaresSecrets(files: Files) throws {
    let reports = try Self.lacking("", files, "TOPSECRET").reports()
    for (line, text) in reports { #expect(!text.contains("TOPSECRET"), "\(line): \(text)") }
    #expect(reports.contains { $0.text.contains("plain") })
  }

  /// A fragment may declare secrets of the object that includes it.
  @Test func valuesBesideAnUnreadableInclusionAreMasked() throws {
    let files: Files = [
      ("t/c.json", #"{"o": {"p": "plain"}}"#),
      ("t/a/c.json", #"{"o": {"$include": "_none.json", "p": "TOPSECRET"}, "k": 1}"#),
      ("t/a/x/c.json", #"{"o": {"p": "TOPSECRET"}}"#),
    ]
    let lines = ["where / o.p", "where / o.p --json", "set /a k 2 --dry-run"]
    let reports = try Case("", files, lines).reports()
    for (line, text) in reports { #expect(!text.contains("TOPSECRET"), "\(line): \(text)") }
    #expect(reports[0].text.contains("plain") && reports[0].text.contains("<masked>"))
    #expect(reports[1].text.contains(#""masked": true"#))
  }

  @Test(
    .needs("git"),
    arguments: [
      ("{\n", false), (#"{"$secrets": ["k"], "k": "TOPSECRET"}"#, false),
      (#"{"$type": {"k": {"bad": 1}}, "$secret": ["k"], "k": "TOPSECRET"}"#, true),
    ])
  func unreadableRevisionHidesOnlyItsOwnValues(broken: String, isSecret: Bool) throws {
    let repository = try Repository([("c.json", #"{"k": "former", "n": 1}"#)])
    for text in [broken, #"{"k": "former", "n": "plain"}"#] {
      repository.write("c.json", text)
      try repository.commit()
    }
    for words in [["k"], ["k", "--json"], ["*"]] {
      let result = repository.harness.run(["log", "/"] + words)
      #expect(result.status == 0 && !(result.output + result.errors).contains("TOPSECRET"))
      #expect(result.output.contains("former") != isSecret, "\(result)")
    }
    #expect(repository.heir("log", "/", "n").output.contains("plain"))
  }

  @Test(.needs("git")) func newFindingsMaskSecretsOfTheFormerRevision() throws {
    let repository = try Repository([("a.json", #"{"k": "TOPSECRET", "$secret": ["k"]}"#)])
    repository.write("a.json", #"{"k": "TOPSECRET", "$type": {"k": {"enum": [1]}}}"#)
    let result = repository.heir("check", "--since", "HEAD")
    #expect(result.status == 1 && result.output.contains("[type]"), "\(result)")
    #expect(!result.output.contains("TOPSECRET"), "\(result)")
  }

  // MARK: More than values

  /// The places of elements would show their number and length.
  @Test func elementsOfASecretArrayAreNotListed() {
    func reports(_ array: String) -> String {
      let root = #"{"$secret": ["k"], "$merge": {"k": "append"}, "k": \#(array)}"#
      let scratch = Scratch(tree: [("p.json", root), ("a/p.json", #"{"k": ["z"]}"#)])
      return [[], ["--json"]].map { scratch.run(["explain", "/a", "k"] + $0).output }.joined()
    }
    #expect(reports(#"["p", "q"]"#) == reports(#"["a longer text", "q", "r"]"#))
  }

  /// Each name of a part leads to a longer key: the search for secrets ends.
  @Test(arguments: [
    #"{"c":{"$ref":"c.c","map":{}}}"#,
    #"{"c":{"$ref":"d.c.d","map":{}},"d":{"$ref":"c.d.c"}}"#,
    #"{"a":{"$ref":"b.a.a","map":{"t":1}},"b":{"$format":"${a.b.b}${b.a}"},"c":{"$ref":"a.b","map":{}}}"#,
  ])
  func aMapThatDependsOnAPartOfItselfIsReported(text: String) throws {
    let lines = ["impact --against ../old", "where / c", "where / * --html page.html"]
    for (line, text) in try Case("", [("t/a.json", text), ("old/a.json", "{}")], lines).reports() {
      #expect(text.contains("c"), "\(line): \(text)")
    }
  }

  /// A scope that was not visited may declare secret what changes.
  @Test(arguments: [0, 1000])
  func anEditShowsNoValuesIfNotAllScopesWereVisited(step: Int) {
    let tree = Scratch(
      tree: [("a.json", #"{"pw": "former"}"#), ("z/a.json", #"{"$secret": ["pw"]}"#)]
        + (0..<40).map { ("s\($0)/a.json", "{}") })
    var harness = Harness(in: tree.url)
    var now = 0
    harness.clock = {
      now += step
      return now
    }
    let result = harness.run("set", "/", "pw", "later")
    #expect(result.status == 0)
    #expect(result.errors.contains("pw changes in \(step == 0 ? "42" : "at least")"), "\(result)")
    #expect(!result.errors.contains("former") && !result.errors.contains("later"), "\(result)")
  }
}
