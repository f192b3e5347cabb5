import Foundation
import Testing

/// Edits of arrays and of what is in them (D243).
@Suite struct ElementEditTests {
  private static let lists = """
    {
      "ntp": [
        "a", // first
        // about b
        "b",
        "c"
      ],
      "servers": [
        {"name": "x", "port": 1}, // one
        {"name": "y", "port": 2},
      ]
    }

    """

  private let scratch = Scratch([(".heir", ""), ("a.jsonc", lists), ("p/p.json", "{}")])

  private static func lists(_ old: String, _ new: String) -> String {
    lists.replacing(old, with: new)
  }

  private static let edits: [(arguments: [String], old: String, new: String)] = [
    (["set", "/", "ntp.0", "x"], #""a","#, #""x","#),
    (["set", "/", "ntp.+", "x"], #""c""#, "\"c\",\n    \"x\""),
    (["unset", "/", "ntp.0"], "    \"a\", // first\n", ""),
    (["set", "/", "servers.0.name", "z"], #""name": "x""#, #""name": "z""#),
    (["set", "/", "servers.0.tls.cert", "f"], #""port": 1"#, #""port": 1, "tls": {"cert": "f"}"#),
    (["set", "/", "servers.+", #"{"name": "z"}"#], "2},\n", "2},\n    {\"name\": \"z\"},\n"),
    (["unset", "/", "servers.1.port"], #", "port": 2"#, ""),
    (["set", "/", "ntp", #"["a", "x", "b", "c"]"#], "// first\n", "// first\n    \"x\",\n"),
    (
      ["set", "/", "servers", #"[{"name":"x","port":1},{"name":"y","port":3}]"#], #""port": 2"#,
      #""port": 3"#
    ),
  ]

  @Test(arguments: edits)
  func nothingElseInTheFileChanges(_ arguments: [String], _ old: String, _ new: String) {
    let heir = Harness(in: scratch.url)
    let preview = heir.run(arguments + ["--dry-run"])
    #expect(preview.status == 0 && scratch.text("a.jsonc") == Self.lists, "\(preview)")
    let result = heir.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(scratch.text("a.jsonc") == Self.lists(old, new))
    let array = arguments[2].contains("ntp") ? "ntp" : "servers"
    #expect(result.errors.contains("\(array) changes in 2 scopes: / ["), "\(result.errors)")
  }

  private static let refused: [(arguments: [String], words: String)] = [
    (["set", "/", "ntp.3", "x"], "ntp.3 does not exist: ntp has 3 elements"),
    (["set", "/", "ntp.00", "x"], "'00' in ntp.00 is not an index of the array ntp"),
    (["set", "/", "ntp.-1", "x"], "elements are numbered from 0; '+' appends an element"),
    (
      ["set", "/", "ntp.99999999999999999999", "x"],
      "ntp.99999999999999999999 is not an index of the array ntp"
    ),
    (["stop", "/", "ntp.0"], "ntp.0 is an element of ntp, but directives name members only"),
    (["stop", "/p", "ntp.0"], "stop ntp, or remove elements of it with \"$remove\""),
    (["set", "/", "ntp.0.x", "1"], "is inside ntp.0, which is not an object at a.jsonc:3:5"),
    (["set", "/", "ntp.+.x", "1"], "'+' in ntp.+.x is not an existing element"),
    (["set", "/", "new.+", "1"], "new.+ appends to an array, but new has no value in /"),
    (
      ["set", "/", "servers.0.ips.+", "1"],
      "appends to an array, but servers.0.ips has no value in /"
    ),
    (["declare", "/", "ntp.0", "--secret"], "ntp.0 is an element of ntp, but directives name"),
    (["get", "/", "ntp", "--set", "ntp.+=x"], "'--set' cannot set an element of 'ntp'"),
    (["set", "/", "ntp.0", "8080"], "looks like a number, but ntp.0 is a string (a.jsonc:3:5)"),
    (["set", "/p", "ntp.0", "x"], "'heir set / ntp.0 VALUE' edits it there"),
    (["set", "/p", "ntp.+", "x"], "'heir set / ntp.+ VALUE' edits it there"),
    (["unset", "/p", "ntp.0"], "'heir unset / ntp.0' edits it there"),
    (["set", "/p", "ntp.9", "x"], "which /p does not set"),
    (["set", "/", "ntp.0", "x", "--file", "b.json"], "leave out '--file'"),
    (["set", "/", "ntp.0", "x", "--only-here"], "would change in /p"),
  ]

  @Test(arguments: refused)
  func whatCannotBeEditedIsRefused(_ arguments: [String], _ words: String) {
    let result = Harness(in: scratch.url).run(arguments)
    #expect(result.status == 2 && result.errors.contains(words), "\(result)")
    #expect(scratch.text("a.jsonc") == Self.lists && scratch.text("p/p.json") == "{}")
  }

  @Test func whatIsAppendedToAnInheritedArrayIsTheScopesOwn() {
    let heir = scratch.harness(adding: [
      "a.jsonc":
        #"{"$merge": {"l": "append", "u": "union", "f": "prepend"}, "l": [1], "u": [1], "f": [1]}"#,
      "p/p.json": #"{"x": 0}"#,
    ])
    let result = heir.run("set", "/p", "l.+", "2")
    #expect(result.status == 0 && result.errors.contains("/p [1] → [1,2]"), "\(result)")
    #expect(scratch.text("p/p.json") == #"{"x": 0, "l": [2]}"#)
    #expect(heir.run("set", "/p", "l.+", "3").status == 0)
    #expect(heir.run("set", "/p", "u.+", "2").status == 0)
    #expect(scratch.text("p/p.json") == #"{"x": 0, "l": [2, 3], "u": [2]}"#)
    #expect(heir.run("get", "/p", "l", "u").output == "[1,2,3]\n[1,2]\n")
    let string = heir.run("set", "/p", "l.+", "x", "--dry-run")
    #expect(string.status == 0 && string.output.contains(#"+{"x": 0, "l": [2, 3, "x"], "u": [2]}"#))
    let front = heir.run("set", "/p", "f.+", "2")
    #expect(front.status == 2 && front.errors.contains("which /p does not set"), "\(front)")
    let element = heir.run("set", "/p", "l.0", "2")
    #expect(
      element.status == 2 && element.errors.contains("set l to the elements of /p alone"),
      "\(element)")
  }

  @Test func anElementOfWhatSeveralLevelsGiveIsRefused() {
    let heir = scratch.harness(adding: [
      "a.jsonc": #"{"$merge": {"l": "append"}, "l": [1], "f": {"$include": "_f"}}"#,
      "_f": #"{"l": [1]}"#, "p/p.json": #"{"l": [2], "$remove": {"r": [1]}}"#,
      "r.json": #"{"r": [1, 2]}"#,
    ])
    let merged = heir.run("set", "/p", "l.0", "5")
    #expect(merged.status == 2 && merged.errors.contains("which several levels merge"))
    #expect(merged.errors.contains("set at p/p.json:1:7, a.jsonc:1:34"), "\(merged.errors)")
    let removed = heir.run("set", "/p", "r.0", "5")
    #expect(removed.status == 2 && removed.errors.contains("several levels"), "\(removed.errors)")
    let included = heir.run("set", "/", "f.l.0", "5")
    #expect(included.status == 2 && included.errors.contains("heir does not edit included files"))
    #expect(heir.run("set", "/", "l.0", "5").status == 0)
    #expect(scratch.text("a.jsonc")?.contains(#""l": [5]"#) == true)
  }

  @Test func theArrayIsJudgedAsForAnyEdit() {
    let heir = scratch.harness(adding: [
      "a.jsonc":
        #"{"$type": {"l": {"items": "string", "length": [1, 2]}}, "$final": ["k"], "l": ["a"], "k": [1]}"#,
      "p/p.json": #"{"$secret": ["s"], "s": ["PW", "PX"], "k": [2]}"#,
    ])
    func refused(_ arguments: String...) -> String {
      let result = heir.run(arguments)
      #expect(result.status == 2, "\(arguments): \(result)")
      return result.errors
    }
    #expect(refused("set", "/", "l.+", "5", "--as-json").contains("declared at a.jsonc:1:12"))
    #expect(refused("unset", "/", "l.0").contains("declared at a.jsonc:1:12"))
    #expect(refused("set", "/p", "k.0", "5").contains("k is final"))
    #expect(refused("unset", "/p", "k.0").contains("k is final"))
    #expect(!refused("set", "/p", "s.7", "PZ").contains("2 elements"))
    let secret = refused("set", "/p", "s.0", "PZ", "--dry-run")
    #expect(secret.contains("the patch would show s") && !secret.contains("PX"))
    let doubt = refused("set", "/p", "s.0", "7")
    #expect(doubt.contains("--as-string TEXT") && !doubt.contains("7 for"), "\(doubt)")
    #expect(heir.run("set", "/", "l.+", "b", "--because", "two", "--only-here").status == 2)
    #expect(heir.run("set", "/", "l.+", "b", "--because", "two").status == 0)
    #expect(scratch.text("a.jsonc")?.contains(#""$because": {"l": "two"}"#) == true)
    #expect(
      heir.run("set", "/", "l.1", "b").errors == "heir: note: / already sets l.1 to this value\n")
  }
}
