import JSONSource
import TestSupport
import Testing

@Suite struct LineMapTests {
  @Test func everyOffsetHasTheLineOfANaiveCount() {
    var random = SplitMix64(seed: 41)
    for round in 0..<(Seeds.isLong ? 60 : 24) {
      var text: [UInt8] = round % 3 == 0 ? [0xEF, 0xBB, 0xBF] : []
      let start = text.count
      // Lines within a block, and lines over several.
      let bytes: [UInt8] = [0x0A, 0x0D, 0x61, 0xC3, 0x20]
      let most = round % 2 == 0 ? 120 : 3000
      let rest = [UInt8](repeating: 0x61, count: round % 4 == 1 ? 600 : 0)
      for _ in 0..<Int.random(in: 0...most, using: &random) {
        text.append((bytes + rest).randomElement(using: &random) ?? 0)
      }
      let source = Source(text)
      let map = LineMap(source)
      var (line, column, lineStart) = (1, 1, start)
      for offset in start...text.count {
        let place = map.position(of: offset)
        #expect(place.line == line && place.column == column)
        let range = map.line(line)
        #expect(range.start == lineStart)
        let end = text[lineStart...].firstIndex(of: 0x0A) ?? text.count
        #expect(range.end == (end > lineStart && text[end - 1] == 0x0D ? end - 1 : end))
        guard offset < text.count else { break }
        if text[offset] == 0x0A {
          (line, column, lineStart) = (line + 1, 1, offset + 1)
        } else {
          column += 1
        }
      }
    }
  }

  @Test func everyRangeCountsCodePoints() {
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
