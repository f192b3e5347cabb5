import Foundation
import TestSupport
import Testing

/// What a file that cannot be read hides in reports (D253).
@Suite struct UnreadableFileTests {
  typealias Files = [(path: String, text: String)]

  /// What the reports print and note, in a tree `t` beside an older one.
  private static func reports(
    _ files: Files, _ lines: [String], linked: String? = nil
  ) -> [(line: String, text: String)] {
    let scratch = Scratch([("t/.heir", ""), ("old/.heir", "")] + files)
    if let linked { symlink("/usr", scratch.url.path + "/t/" + linked) }
    return lines.map { line in
      let result = Harness(in: scratch.url.appending(path: "t")).run(Transcript.words(line))
      let page = scratch.text("t/page.html") ?? ""
      try? FileManager.default.removeItem(at: scratch.url.appending(path: "t/page.html"))
      return (line, result.output + result.errors + page)
    }
  }

  /// Why a file or directory cannot be read, and its path.
  private static let lacks: [(reason: String, path: String, files: Files)] = [
    ("no JSON", "a/c.json", [("t/a/c.json", #"{"$secret": ["k"],}"#)]),
    ("no object", "a/c.json", [("t/a/c.json", "[1]")]),
    ("a directory that cannot be entered", "b", [("t/a/c.json", "{}")]),
    ("a missing fragment", "a/c.json", [("t/a/c.json", #"{"o": {"$include": "_none.json"}}"#)]),
    ("a broken $secret", "a/c.json", [("t/a/c.json", #"{"$secret": {"k": true}}"#)]),
    ("an unknown directive", "a/c.json", [("t/a/c.json", #"{"$secrets": ["k"]}"#)]),
    ("a missing parent", "a/c.json", [("t/a/c.json", #"{"$inherit": ["/nowhere"]}"#)]),
  ]

  /// The reports on a tree with a broken file; `value` is that of k in the root.
  private static func reports(
    _ files: Files, k value: String, linked: String? = nil
  ) -> [(line: String, text: String)] {
    let text =
      ##"{"$type": {"m": {"match": "x"}}, "k": "\##(value)", "m": "plain", "n": ["plain"]}"##
    let against = ["", " --json", " --format markdown", " --format github", " --html page.html"]
    return reports(
      files + [
        ("t/z/c.json", #"{"ref": {"$ref": "o.p", "scope": "/a", "default": 1}}"#),
        ("t/c.json", text), ("old/a/c.json", "{}"), ("old/c.json", #"{"k": "\#(value)2"}"#),
      ],
      ["where / k", "where / k --json", "where / **", "where / **.p", "where / k --html page.html"]
        + against.map { "impact --against ../old" + $0 }
        + ["check", "check --json", "tidy --dry-run", "set / k \(value)3 --dry-run"]
        + ["unset / k --dry-run", "stop / k --dry-run", "declare / k --about x --dry-run"]
        + ["set / k \(value)3", "unset / k"], linked: linked)
  }

  /// What it declares secret is unknown, but only in its scope, below it, and where scopes inherit from it.
  @Test(arguments: lacks.indices) func unreadableFileHidesTheValuesItReachesAndNoOthers(index: Int)
  {
    let (reason, path, files) = Self.lacks[index]
    let own: Files = [
      ("t/a/d.json", #"{"o": {"p": "TOPSECRET"}}"#),
      ("t/a/x/c.json", #"{"o": {"q": "TOPSECRET"}}"#),
      ("t/y/c.json", #"{"$inherit": ["/a"], "o": {"r": "TOPSECRET"}}"#),
    ]
    let reports =
      path == "b"
      ? Self.reports(files, k: "plain", linked: path) : Self.reports(files + own, k: "plain")
    for (line, text) in reports {
      #expect(!text.contains("TOPSECRET"), "\(reason): \(line): \(text)")
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
  func fileWithABrokenDirectiveStillDeclaresSecrets(files: Files) {
    let reports = Self.reports(files, k: "TOPSECRET")
    for (line, text) in reports { #expect(!text.contains("TOPSECRET"), "\(line): \(text)") }
    #expect(reports.contains { $0.text.contains("plain") })
  }

  /// A fragment may declare secrets of the object that includes it.
  @Test func valuesBesideAnUnreadableInclusionAreMasked() {
    let files: Files = [
      ("t/c.json", #"{"o": {"p": "plain"}}"#),
      ("t/a/c.json", #"{"o": {"$include": "_none.json", "p": "TOPSECRET"}, "k": 1}"#),
      ("t/a/x/c.json", #"{"o": {"p": "TOPSECRET"}}"#),
    ]
    let lines = ["where / o.p", "where / o.p --json", "set /a k 2 --dry-run"]
    let reports = Self.reports(files, lines)
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
}
