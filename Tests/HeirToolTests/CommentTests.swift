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
