import Foundation
import TestSupport
import Testing

@testable import JSONSource

@Suite struct AcceptanceTests {
  private static let accepted = [
    // Any value at the top, any white space around it.
    "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\r\n[]\n \t\r\n", "⟨EF BB BF⟩{}",
    "⟨EF BB BF⟩ \n 1", "\r1\r",
    // Numbers.
    "-0", "-1", "10", "0.0", "-0.0", "0e0", "0E+0", "0e-00", "1e007", "1.500e-010", "123456789",
    "1e400", "-1E999999999999999999999999999999", "0.000000000000000000000000000001",
    "[0,-0,1.0]", "[1 ,2\t,3\n]",
    // Strings.
    #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u007F\uFFff""#,
    #""\uD83D\uDE00\ud800\udc00\uDBFF\uDFFF""#,
    #""\ue000\ud7ff""#, "\"é\u{301}\u{2028}\u{2029}\u{FEFF}\u{FFFF}\u{1F600}\u{10FFFF}\"",
    "\"⟨7F⟩\"", "\"// no comment # either\"", #""\\u0041""#, "\"'\"", "\"1234567\"",
    "\"12345678\"", "\"123456789\"",
    // Containers.
    "[[]]", "[[],{}]", "[null,true,false]", #"{"":0}"#, #"{"a":{"a":{"a":[]}}}"#,
    #"{ "a" : 1 , "b" : 2 }"#,
    "{\n\"a\"\n:\n1\n,\n\"b\"\n:\n2\n}", #"{"a":1,"A":2}"#, #"{"$a":1,"$$a":2,"a":3}"#,
    "{\"é\":1,\"e\u{301}\":2}", "{\"\u{2126}\":1,\"\u{3A9}\":2}", #"{"a":1,"a\u0000":2}"#,
    #"[{"a":1},{"a":1}]"#,
  ]

  @Test(arguments: accepted) func strictJSONIsAccepted(_ text: String) {
    #expect(problem(in: text) == nil)
  }

  @Test func theNaiveReaderAgreesWithBothTables() throws {
    for text in Self.accepted {
      let bytes = MarkedText(text).bytes
      #expect(NaiveReader.read(bytes) == (try read(bytes).plain()), "\(text)")
    }
    for refusal in Refusal.all {
      #expect(NaiveReader.read(MarkedText(refusal.text).bytes) == nil, "\(refusal.text)")
    }
  }

  @Test func onlyTheFourWhiteSpaceBytesStandBetweenTokens() {
    for byte in UInt8.min...UInt8.max {
      let isSpace = [0x20, 0x09, 0x0A, 0x0D].contains(byte)
      for text in [[byte, 0x5B, 0x5D], [0x5B, byte, 0x5D], [0x5B, 0x5D, byte]] {
        let isDigit = (0x30...0x39).contains(byte) && text[0] == 0x5B && text[1] == byte
        #expect((problem(in: text) == nil) == (isSpace || isDigit), "\(text)")
      }
    }
  }

  @Test func onlyTheNineEscapesOfTheGrammarAreKnown() {
    for byte in UInt8.min...UInt8.max {
      let known = Array("\"\\/bfnrt".utf8).contains(byte)
      let found = problem(in: [0x22, 0x5C, byte, 0x22])
      #expect((found == nil) == known, "\(byte)")
    }
  }

  @Test func bytesFollowTheTableOfUnicode() {
    // Each sequence of up to four bytes from the edges of the table's ranges, in strings and bare.
    let edges: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var wrong: [[UInt8]] = []
    func check(_ text: [UInt8]) {
      let isValid = String(validating: text, as: UTF8.self) != nil
      if UTF8Sequence.isValid(text[...]) != isValid { wrong.append(text) }
      if (problem(in: [0x22] + text + [0x22]) == nil) != isValid { wrong.append(text) }
    }
    for first in edges {
      check([first])
      for second in edges {
        check([first, second])
        for third in edges where first >= 0xE0 {
          check([first, second, third])
          for fourth in [0x41, 0x7F, 0x80, 0xBF, 0xC0] as [UInt8] where first >= 0xF0 {
            check([first, second, third, fourth])
          }
        }
      }
    }
    #expect(wrong.isEmpty)
    #expect(UTF8Sequence.isValid([]))
  }

  @Test func everyUnicodeScalarIsReadAndEveryHalfOfAPairRefused() throws {
    for value in stride(from: UInt32(0), through: 0xFFFF, by: 7) {
      let digits = String(value, radix: 16)
      let escape = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      guard let scalar = UnicodeScalar(value) else {
        #expect(problem(in: escape)?.problem == .unpairedSurrogate)
        continue
      }
      #expect(try read(escape).text(0) == Array(String(scalar).utf8))
    }
  }

  @Test func aByteOrderMarkIsIgnoredOnceAtTheStart() throws {
    #expect(try read("⟨EF BB BF⟩[1]").range(1) == ByteRange(4, 5))
    #expect(problem(in: "⟨EF BB BF EF BB BF⟩1") != nil)
    #expect(problem(in: " ⟨EF BB BF⟩1") != nil)
    #expect(problem(in: "[⟨EF BB BF⟩1]") != nil)
    #expect(problem(in: "1⟨EF BB BF⟩") != nil)
    #expect(problem(in: "⟨FE FF 00⟩1") != nil)
    #expect(problem(in: "⟨FF FE⟩1⟨00⟩") != nil)
    #expect(try read("\"⟨EF BB BF⟩\"").text(0) == [0xEF, 0xBB, 0xBF])
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/json/\(name)")
    return [UInt8](try Data(contentsOf: file))
  }

  @Test func everyValueOfARandomTextKnowsItsPlace() throws {
    var random = SplitMix64(seed: 57)
    for _ in 0..<150 {
      let text = PlainValue.random(&random, depth: 4).text(respelling: &random)
      let document = try read(text)
      for index in 0..<document.indexAfter(0)
      where document.kind(index) != .name && document.kind(index) != .directive {
        let spelling = Array(document.spelling(index))
        let isTrimmed = spelling.first != 0x20 && spelling.last != 0x20
        #expect(isTrimmed && NaiveReader.read(spelling) == document.plain(index))
      }
    }
  }
}
