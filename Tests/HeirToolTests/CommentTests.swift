import Foundation
import Testing

/// Files with comments, through command lines.
@Suite struct CommentTests {
  private let scratch = Scratch([(".heir", "")])

  private static let written = """
    // the whole file
    { // of one scope
      // where it is
      "db": {
        "host": "h", // by name
        /* "port": 1, */

        // how
        "port": 2 // not 1
      }, // end of db
      // last
    }
    // end

    """

  @Test func aWrittenFileKeepsItsCommentsThroughEveryEdit() {
    let heir = scratch.harness(adding: [
      "a.json": #"{"db": {"user": "u"}, "x": 1}"#, "p/a.jsonc": Self.written,
    ])
    #expect(heir.run("set", "/p", "db.port", "3", "--because", "it moved").status == 0)
    #expect(heir.run("get", "/p", "db.port").output == "3\n")
    #expect(
      heir.run("stop", "/p", "x", "--because", "not here", "--until", "2027-01-01").status == 0)
    #expect(heir.run("get", "/p", "x").status == 1)
    #expect(heir.run("stop", "/p", "db.user").status == 0)
    #expect(heir.run("resolve", "/p", "-c").output == "{\"db\":{\"host\":\"h\",\"port\":3}}\n")
    #expect(heir.run("resume", "/p", "db.user").status == 0)
    #expect(heir.run("resume", "/p", "x").status == 0)
    #expect(heir.run("set", "/p", "db.port", "2").status == 0)
    #expect(heir.run("set", "/p", "new.one", "1").status == 0)
    #expect(heir.run("unset", "/p", "new").status == 0)
    for comment in [
      "// the whole file", "// of one scope", "// where it is", "// by name", "/* \"port\": 1, */",
      "// how", "// not 1", "// end of db", "// last", "// end\n",
    ] { #expect(scratch.text("p/a.jsonc")?.contains(comment) == true, "\(comment)") }
    let unset = heir.run("unset", "/p", "db.port")
    #expect(
      unset.status == 0 && unset.errors.contains("the edit removes 2 comments, at p/a.jsonc:"),
      "\(unset)")
    #expect(
      scratch.text("p/a.jsonc") == """
        // the whole file
        { // of one scope
          // where it is
          "db": {
            "host": "h" // by name
            /* "port": 1, */
          }, // end of db
          // last
        }
        // end

        """)
    #expect(heir.run("check").status == 0)
  }

  @Test func tidyTakesWhatIsInheritedWithItsCommentsAndNoOthers() {
    let heir = scratch.harness(adding: [
      "a.jsonc": "{ \"a\": 1, /* b */ \"b\": 2 }",
      "p/a.jsonc":
        "{\n  // same\n  \"a\": 1, // as above\n\n  // kept\n\n  // other\n  \"b\": 3, // why\n}",
    ])
    #expect(heir.run("tidy").status == 0)
    #expect(scratch.text("p/a.jsonc") == "{\n  // kept\n\n  // other\n  \"b\": 3, // why\n}")
    #expect(scratch.text("a.jsonc") == "{ \"a\": 1, /* b */ \"b\": 2 }")
  }

  @Test func whatHasACommentIsNotMovedUp() {
    let heir = scratch.harness(adding: [
      "a.jsonc": "{} // all",
      "p/a.jsonc": "{ \"x\": 0, \"a\": 1, \"b\": 2, // why\n \"c\": [ /* why */ 1 ] }",
      "q/a.jsonc": "{ \"a\": 1, \"b\": 2, \"y\": 0, /* other */ \"c\": [1] } // end",
    ])
    #expect(heir.run("tidy", "--hoist").status == 0)
    #expect(heir.run("resolve", "/", "--own", "-c").output == "{\"a\":1}\n")
    #expect(scratch.text("p/a.jsonc") == "{ \"x\": 0, \"b\": 2, // why\n \"c\": [ /* why */ 1 ] }")
    #expect(scratch.text("q/a.jsonc") == "{ \"b\": 2, \"y\": 0, /* other */ \"c\": [1] } // end")
  }

  @Test func anObjectThatIsSetKeepsTheCommentsOfMembersThatStay() {
    let heir = scratch.harness(adding: [
      "p.jsonc": "{ \"o\": {\"x\":1, // one\n \"y\":2 // two\n } }"
    ])
    #expect(heir.run("set", "/", "o", #"{"x":1,"y":3}"#).status == 0)
    #expect(scratch.text("p.jsonc") == "{ \"o\": {\"x\":1, // one\n \"y\":3 // two\n } }")
    #expect(heir.run("set", "/", "o", #"{"y":3,"z":{"$ref":"y"}}"#).status == 2)
    #expect(heir.run("set", "/", "o", #"{"y":3,"z":{"$ref":"o.y"}}"#, "--as-json").status == 0)
    #expect(heir.run("get", "/", "o").output == "{\"y\":3,\"z\":3}\n")
    #expect(
      scratch.text("p.jsonc")?.contains("// two") == true
        && scratch.text("p.jsonc")?.contains("one") == false)
    #expect(heir.run("set", "/", "o", "{}", "--as-json").status == 0)
    #expect(scratch.text("p.jsonc") == "{ \"o\": {} }")
  }

  @Test func settingsMayHaveComments() {
    let heir = scratch.harness(adding: [
      ".heir": "// what is read\n{\"files\": [\"*.conf\", /* more */ \"*.jsonc\",],}",
      "a.conf": "{\"a\": 1}", "b.jsonc": "{\"b\": 2,}", "c.json": "{\"c\": 3}",
    ])
    #expect(heir.run("resolve", "/", "-c").output == "{\"a\":1,\"b\":2}\n")
    for blank in ["", " // nothing", "/* nothing\n */\r\n"] {
      scratch.write(".heir", Array(blank.utf8))
      #expect(heir.run("resolve", "/", "-c").output == "{\"b\":2,\"c\":3}\n", "\(blank)")
    }
    for (wrong, place) in [("/* no end", "1:1"), ("// x\n/", "2:1"), ("[] // x", "1:1")] {
      scratch.write(".heir", Array(wrong.utf8))
      let result = heir.run("resolve", "/")
      #expect(result.status == 2 && result.errors.hasPrefix(".heir:\(place): error:"), "\(result)")
    }
  }

  /// Whatever a comment holds, an excerpt shows none of it.
  @Test(arguments: [
    ("{ /* \"hunter2\": {s3cret, [ */ \"a\": x }", "{ … \"a\": … }"),
    ("{ \"a\": x, // hunter2: {\"s3cret\": \n }", "{ \"a\": …, …"),
    ("{ /* hunter2\n \"s3cret\": { */ \"a\": x }", "… \"a\": … }"),
    ("{ \"a\": 1 /* hunter2 s3cret: {} ", "{ \"a\": … …"),
    ("{ \"a\": /* \"s3cret\" : */ \"hunter2\" : 1 }", "{ \"a\": … … : … }"),
    ("{ \"a\": // {\n \"hunter2\" : 1 }", " … : … }"),
    ("{ \"a\": 1 // hunter2 \u{1}\n}", "{ \"a\": … …"),
    ("{ \"a\"x//hunter2{\n}", "{ …… …"),
  ])
  func excerptsShowNothingOfComments(_ text: String, _ shown: String) {
    for name in ["a.jsonc", "a.json"] {
      let heir = scratch.harness(adding: [name: text])
      let result = heir.run("get", "/", "a")
      #expect(result.status == 2, "\(text)")
      #expect(!result.errors.contains("hunter2") && !result.errors.contains("s3cret"), "\(result)")
      if name == "a.jsonc", !shown.contains("……") {
        #expect(result.errors.contains(" | \(shown)\n"), "\(result.errors)")
      }
      try? FileManager.default.removeItem(at: scratch.url.appending(path: name))
    }
  }

  @Test func whatAStringMayHoldACommentMayAndNoneOfItIsShownRaw() {
    let heir = scratch.harness(adding: ["a.jsonc": "{ \"a\": 1 /* \u{7F}\u{85} */ }"])
    #expect(heir.run("get", "/", "a").output == "1\n")
    scratch.write("a.jsonc", Array("{ /* \u{7F}\u{85} */ \"a\": x }".utf8))
    let shown = heir.run("get", "/", "a", "--reveal").errors
    #expect(shown.contains(#"/* \u007f\u0085 */"#), "\(shown)")
    scratch.write("a.jsonc", Array("{ /* \u{1F} */ \"a\": 1 }".utf8))
    #expect(heir.run("get", "/", "a").errors.contains("control character in a comment"))
  }
}
