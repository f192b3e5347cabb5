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
}
