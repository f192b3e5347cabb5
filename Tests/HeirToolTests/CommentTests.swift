import Foundation
import Testing

@Suite struct CommentTests {
  private let scratch = Scratch([(".heir", "")])

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
