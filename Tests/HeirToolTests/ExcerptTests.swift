import Foundation
import JSONSource
import TestSupport
import Testing

@testable import HeirTool
@testable import Output

@Suite struct ExcerptTests {
  private static func excerpt(_ text: String, at offset: Int, reach: Int) -> Excerpt {
    let source = Source(Array(text.utf8))
    let line = LineMap(source).line(1)
    return Excerpt(
      source, line: line, offset: offset, reach: reach, insides: LexicalMap(source))
  }

  @Test func anExcerptOfALongLineIsThatOfTheWholeLine() {
    var random = SplitMix64(seed: 8)
    let values = [
      #""x""#, #""\"a\": {\\""#, #""secret, \"b\": [""#, "12", "true", "[1, 2]", #"["a", "b"]"#,
      "{}", #""é\\""#, #"": ""#,
    ]
    for _ in 0..<(Seeds.isLong ? 40 : 4) {
      // Few kinds at a time: some let whoever lost the thread find it again.
      let values = values.shuffled(using: &random).prefix(2)
      var text = "{"
      for number in 0..<200 {
        let value = values.randomElement(using: &random) ?? ""
        text += "\"n\(number)\": \(value), "
      }
      for _ in 0..<40 {
        let offset = Int.random(in: 0..<text.utf8.count, using: &random)
        let all = Self.excerpt(text, at: offset, reach: text.utf8.count)
        let part = Self.excerpt(text, at: offset, reach: Excerpt.reach)
        #expect(part.text == all.text && part.caret == all.caret)
      }
    }
  }

  @Test func whatBeginsOrEndsOutOfReachIsNeverShown() {
    let secret = String(repeating: #"\"a\": {s3cret, "#, count: 400)
    for text in [#"{"a": "\#(secret)", "b": ?}"#, #"{"a": ?, "b": "\#(secret)", "c": 1}"#] {
      let offset = text.utf8.firstIndex(of: UInt8(ascii: "?"))?.utf16Offset(in: text) ?? 0
      let excerpt = Self.excerpt(text, at: offset, reach: Excerpt.reach)
      #expect(!excerpt.text.contains("s3cret"))
      #expect(excerpt.text.contains("\"b\": …"))
    }
    let name = String(repeating: "n", count: 5000)
    #expect(Self.excerpt("{\"\(name)\": ?", at: 5005, reach: 512).text == "… …: …")
  }

  @Test func theNamesInATableOfTranslationsAreShownAsValues() {
    let pad = String(repeating: #""k": 1, "#, count: 300)
    for (before, name) in [
      ("{", "map"), ("{\(pad)", "map"), (#"{"a": {"map": {"s3cret": {"s3cret": [{}]}}}, "#, "map"),
      ("{", #"m\u0061p"#),
    ] {
      let text =
        before + #""b": {"$ref": "c", "\#(name)" : {"s3cret": {"x": []}, "s3cret2": ?}}, "d": 1}"#
      let offset = text.utf8.firstIndex(of: UInt8(ascii: "?"))?.utf16Offset(in: text) ?? 0
      let excerpt = Self.excerpt(text, at: offset, reach: Excerpt.reach)
      #expect(!excerpt.text.contains("s3cret") && excerpt.text.contains("\"\(name)\" : {…: {"))
      #expect(excerpt.text.hasSuffix(#"…}}, "d": …}"#), "\(excerpt.text)")
    }
    #expect(Self.excerpt(#"{"mapp": {"a": ?}}"#, at: 15, reach: 512).text.contains("\"a\""))
  }
}
