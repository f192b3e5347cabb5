import SafeText
import Testing

@testable import HeirTool
@testable import Output

@Suite struct MarkdownTextTests {
  private static let nasty =
    NastyStrings.make(100, seed: 23) + [
      "@everyone", "ping @octocat now", "#123", "see owner/repo#5, GH-12 and JIRA-7", "a|b", "\\|",
      "`|`", "```", "<img src=x onerror=alert(1)>", "<!-- x -->", "[a](http://x)", "![a](b)",
      "https://example.com/x", "www.example.com", "a@b.example", "deadbeef", "0123456", "1. x",
      "- x", "# x", "> x", "*x*", "__x__", "~~x~~", "$x$", "&amp;", ":tada:", "a\nb", "  x  ", " ",
      "x`", "`x", "a\\", "\u{202E}x", "(see)", "don't", "|", "| --- |", "a\u{2028}b", "$`x`$",
    ]

  private static func parts(_ markdown: String) -> (outside: String, code: [String])? {
    var outside = ""
    var code: [String] = []
    var rest = Substring(markdown)
    while let first = rest.first {
      if rest.hasPrefix("<code>") {
        guard let end = rest.firstRange(of: "</code>") else { return nil }
        code.append(decoded(rest[rest.index(rest.startIndex, offsetBy: 6)..<end.lowerBound]))
        rest = rest[end.upperBound...]
      } else if first == "`" {
        guard let end = rest.dropFirst().firstIndex(of: "`") else { return nil }
        code.append(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        outside.append(rest.removeFirst())
      }
    }
    return (outside, code)
  }

  private static func decoded(_ entities: Substring) -> String {
    var text = ""
    var rest = entities
    while let first = rest.first {
      if first == "&", let end = rest.firstIndex(of: ";"),
        let scalar = UInt32(rest[..<end].dropFirst(2)).flatMap(UnicodeScalar.init)
      {
        text.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  @Test(arguments: nasty) func codeIsReadBackAndBreaksNoCell(text: String) throws {
    let markdown = MarkdownText.code(text.utf8)
    #expect(!markdown.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "|") })
    let parts = try #require(Self.parts(markdown))
    #expect(parts.outside == "")
    #expect(parts.code == [Printable.string(text.utf8)])
  }

  @Test(arguments: nasty) func textMentionsNobody(text: String) throws {
    let markdown = MarkdownText.text(text.utf8)
    #expect(!markdown.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "|") })
    let outside = try #require(Self.parts(markdown)).outside
    #expect(!outside.utf8.contains { "@#<>&*_[]\\`~$!+=/|".utf8.contains($0) }, "\(markdown)")
    #expect(outside.firstMatch(of: /[0-9A-Fa-f]{7}|[A-Za-z]-[0-9]|[:.][A-Za-z]/) == nil)
  }

  @Test func plainSentencesStayReadable() {
    for text in [
      "'maintenance' is not an object, but the inherited value is; stop the key if this is intended",
      "the date is here", "17 scopes, and 3 more: (see there)",
    ] {
      #expect(MarkdownText.text(text.utf8) == text)
    }
    #expect(MarkdownText.text("set by @a in #1".utf8) == "set by `@a` in `#1`")
    #expect(MarkdownText.text("in 2 (/a, f(x)):".utf8) == "in 2 (`/a`, `f(x))`:")
    #expect(MarkdownText.code("db.port".utf8) == "`db.port`")
    #expect(MarkdownText.code("a|b".utf8) == "<code>a&#124;b</code>")
    #expect(MarkdownText.code("".utf8) == "<code></code>")
  }
}
