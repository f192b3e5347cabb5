import JSONSource
import TestSupport
import Testing

@Suite struct CodePointTests {
  @Test func everyRangeOfALongTextCountsAsUnicodeHasIt() {
    var random = SplitMix64(seed: 7)
    let pieces = ["a", "\n", "é", "中", "😀", "e\u{301}"]
    for _ in 0..<20 {
      let scalars = (0..<Int.random(in: 0...900, using: &random)).flatMap { _ in
        Array((pieces.randomElement(using: &random) ?? "").unicodeScalars)
      }
      var offsets = [0]
      var text: [UInt8] = []
      for scalar in scalars {
        text += String(scalar).utf8
        offsets.append(text.count)
      }
      let map = LineMap(Source(text))
      for _ in 0..<200 {
        let one = Int.random(in: 0..<offsets.count, using: &random)
        let other = Int.random(in: one..<offsets.count, using: &random)
        #expect(map.codePoints(in: ByteRange(offsets[one], offsets[other])) == other - one)
      }
    }
  }

  /// The bytes at the edges of Unicode's table of well-formed sequences, in every order.
  @Test func whatIsUTF8IsAsTheStandardLibraryHasIt() {
    let edges: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
      0xEE,
      0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    var texts: [[UInt8]] = [[]]
    for length in 1...4 {
      texts = texts.flatMap { text in edges.map { text + [$0] } }
      // Longer ones need a first byte that asks for three more.
      if length == 3 { texts = texts.filter { $0[0] >= 0xF0 } }
      for text in texts {
        #expect(UTF8Sequence.isValid(text[...]) == (String(validating: text, as: UTF8.self) != nil))
      }
    }
  }
}
