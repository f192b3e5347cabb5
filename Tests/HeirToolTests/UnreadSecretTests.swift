import Foundation
import TestSupport
import Testing

/// A file that cannot be read may call any value secret, so reports mask all of them (A1).
@Suite struct UnreadSecretTests {
  struct Lack: CustomTestStringConvertible, Sendable {
    let name: String
    let path: String
    let files: [(path: String, text: String)]
    var link: String?

    var testDescription: String { name }
  }

  static let lacks: [Lack] = [
    Lack(
      name: "a file that is not JSON", path: "a/c.json",
      files: [("a/c.json", #"{"$secret": ["k"],}"#)]),
    Lack(name: "a file that is not an object", path: "a/c.json", files: [("a/c.json", "[1]")]),
    Lack(
      name: "a directory that cannot be entered", path: "b", files: [("a/c.json", "{}")], link: "b"),
    Lack(
      name: "a file that cannot be included", path: "a/c.json",
      files: [("a/c.json", #"{"o": {"$include": "_none.json"}}"#)]),
    Lack(
      name: "a broken $secret", path: "a/c.json",
      files: [("a/c.json", #"{"$secret": {"k": true}}"#)]),
    Lack(
      name: "a directive that does not exist", path: "a/c.json",
      files: [("a/c.json", #"{"$secrets": ["k"]}"#)]),
    Lack(
      name: "a broken directive beside an inclusion", path: "a/c.json",
      files: [
        ("a/c.json", #"{"$final": 1, "$include": "_f.json"}"#),
        ("a/_f.json", #"{"$secret": ["k"]}"#),
      ]),
    Lack(
      name: "a parent that does not exist", path: "a/c.json",
      files: [("a/c.json", #"{"$inherit": ["/nowhere"]}"#)]),
  ]

  static let reports: [[String]] = [
    ["where", "/", "k"], ["where", "/", "k", "--json"], ["where", "/", "**"],
    ["where", "/", "k", "--html", "page.html"],
    ["impact", "--against", "../old"], ["impact", "--against", "../old", "--json"],
    ["impact", "--against", "../old", "--format", "markdown"],
    ["impact", "--against", "../old", "--format", "github"],
    ["impact", "--against", "../old", "--html", "page.html"],
    ["check"], ["check", "--json"], ["tidy", "--dry-run"],
    ["set", "/", "k", "TOPSECRET3", "--dry-run"], ["unset", "/", "k", "--dry-run"],
    ["stop", "/", "k", "--dry-run"], ["declare", "/", "k", "--about", "x", "--dry-run"],
    ["set", "/", "k", "TOPSECRET3"], ["unset", "/", "k"],
  ]

  private static func tree(_ lack: Lack, other: String = "TOPSECRET") throws -> Scratch {
    let scratch = Scratch(
      lack.files.map { ("t/" + $0.path, $0.text) } + [
        ("t/.heir", ""), ("t/z/c.json", "{}"), ("old/.heir", ""), ("old/a/c.json", "{}"),
        (
          "t/c.json",
          ##"{"$type": {"m": {"match": "x"}}, "k": "TOPSECRET", "m": "\##(other)", "n": ["\##(other)"]}"##
        ),
        ("old/c.json", #"{"k": "TOPSECRET2"}"#),
      ])
    if let link = lack.link {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.url.path + "/t/" + link, withDestinationPath: "/usr")
    }
    return scratch
  }

  private static func run(_ command: [String], _ scratch: Scratch) -> Harness.Result {
    var result = Harness(in: scratch.url.appending(path: "t")).run(command)
    result.output += scratch.text("t/page.html") ?? ""
    try? FileManager.default.removeItem(at: scratch.url.appending(path: "t/page.html"))
    return result
  }

  @Test(arguments: lacks) func whatCannotBeReadMasksAllValues(lack: Lack) throws {
    let scratch = try Self.tree(lack)
    for command in Self.reports {
      let result = Self.run(command, scratch)
      let isClean = !(result.output + result.errors).contains("TOPSECRET")
      #expect(isClean, "\(command) \(result.output) \(result.errors)")
      if ["where", "impact"].contains(command[0]) {
        #expect(
          result.errors.contains(
            "heir: note: values are masked because '\(lack.path)' cannot be read; "
              + "'--reveal' shows them"), "\(command) \(result.errors)")
      }
    }
  }

  /// Of a file with another broken directive is known what it calls secret.
  @Test func aBrokenDirectiveHidesNoOther() throws {
    let lack = Lack(
      name: "", path: "",
      files: [("a/c.json", #"{"$secret": ["k"], "$type": {"k": {"bad": 1}}, "x": {"$ref": 5}}"#)])
    let scratch = try Self.tree(lack, other: "plain")
    for command in Self.reports {
      let result = Self.run(command, scratch)
      let isClean = !(result.output + result.errors).contains("TOPSECRET")
      #expect(isClean, "\(command) \(result.output) \(result.errors)")
      #expect(!result.errors.contains("are masked because"), "\(command) \(result.errors)")
    }
    let result = Self.run(["where", "/", "n"], scratch)
    #expect(result.output.contains("plain"))
  }

  @Test func whatStandsElsewhereMasksNothing() throws {
    let scratch = try Self.tree(Self.lacks[0])
    for command in [
      ["explain", "/", "k"], ["where", "/z", "k"], ["diff", "/", "--against", "../old"],
    ] {
      let result = Self.run(command, scratch)
      #expect(result.output.contains("TOPSECRET"), "\(command)")
      #expect(!result.errors.contains("masked"), "\(command)")
    }
  }

  // MARK: Revisions

  @Test(
    .needs("git"),
    arguments: [
      ("{\n", true), (#"{"$secrets": ["k"], "k": "TOPSECRET2"}"#, true),
      (#"{"$type": {"k": {"bad": 1}}, "$secret": ["k"], "k": "TOPSECRET2"}"#, false),
    ])
  func aRevisionThatCannotBeReadMasksAll(broken: String, isUnknown: Bool) throws {
    let repository = try Repository([("c.json", #"{"k": "TOPSECRET", "n": 1}"#)])
    for text in [broken, #"{"k": "TOPSECRET", "n": "plain"}"#] {
      repository.write("c.json", text)
      try repository.commit()
    }
    for words in [["k"], ["k", "--json"], ["*"]] {
      let result = repository.harness.run(["log", "/"] + words)
      let isClean = !(result.output + result.errors).contains("TOPSECRET")
      #expect(result.status == 0 && isClean, "\(words) \(result)")
      #expect(
        result.errors.contains("values are masked because 'c.json'") == isUnknown, "\(result)")
    }
    #expect(repository.heir("log", "/", "k", "--reveal").output.contains("TOPSECRET"))
    #expect(repository.heir("log", "/", "n").output.contains("plain") != isUnknown)
  }

  @Test func aFragmentOfAnAncestorMayCallSecretWhatADescendantSets() {
    let scratch = Scratch([
      ("t/.heir", ""), ("t/q/b.json", #"{"$include": "_f.json"}"#),
      ("t/q/_f.json", #"{"$secret": ["k""#),
      ("t/q/c/c.json", "{\n \"k\": \"TOPSECRET\",\n \"v\": 1\n}\n"),
    ])
    for edit in [["set", "/q/c", "v", "2"], ["unset", "/q/c", "v"], ["stop", "/q/c", "v"]] {
      let result = Self.run(edit + ["--dry-run"], scratch)
      #expect(
        !(result.output + result.errors).contains("TOPSECRET"), "\(result)")
    }
  }

  @Test(.needs("git")) func newFindingsMaskWhatTheFormerRevisionCallsSecret() throws {
    let repository = try Repository([
      (".heir", ""), ("a.json", #"{"k": "TOPSECRET", "$secret": ["k"]}"#),
    ])
    repository.scratch.write(
      "a.json", Array(#"{"k": "TOPSECRET", "$type": {"k": {"enum": [1]}}}"#.utf8))
    let result = repository.harness.run(["check", "--since", "HEAD"])
    #expect(result.status == 1 && result.output.contains("[type]"), "\(result)")
    #expect(!result.output.contains("TOPSECRET"), "\(result)")
  }

  @Test(arguments: [#"{"$secret": ["k"]"#, #"{"$secret": ["k"], "k": "z"}"#])
  func thePathOfAMissingParentShowsNoSecret(other: String) {
    let scratch = Scratch([
      ("t/.heir", #"{"inherit": {"/p/{n}": ["/q/${k}"]}}"#),
      ("t/p/b/x.json", #"{"k": "TOPSECRET"}"#), ("t/p/a/x.json", other), ("t/q/x.json", "{}"),
    ])
    let result = Self.run(["check"], scratch)
    #expect(result.output.contains("parent scope '/q/${k}' of '/p/b'"), "\(result)")
    #expect(!(result.output + result.errors).contains("TOPSECRET"), "\(result)")
  }

  @Test func anOverlayMayCallSecretWhatAHoistIsTriedWith() {
    let scratch = Scratch([
      ("t/.heir", ""), ("t/b.json", #"{"$exclude": ["db"]}"#),
      ("t/p/b/a.json", #"{"db": {"host": "h2"}}"#),
      ("t/p/a/c.json", #"{"db": {"host": "h2"}, "$remove": {"arr": ["TOPSECRET"]}}"#),
      ("ov/p/a/a.json", #"{"$secret": ["arr"]}"#),
    ])
    let result = Self.run(["tidy", "--dry-run", "--hoist", "--overlay", "../ov"], scratch)
    #expect(result.status == 2 && !result.output.contains("TOPSECRET"), "\(result)")
  }
}
