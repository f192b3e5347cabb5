import JSONSource
import TestSupport
import Testing

@Suite struct LineMapTests {
  private static func lines(_ text: String) -> [String] {
    let source = Source(MarkedText(text).bytes)
    let map = LineMap(source)
    let count = map.position(of: source.count).line
    return (1...count).map { String(decoding: source[map.line($0)], as: UTF8.self) }
  }

  @Test func aLineEndsAtLineFeedAndLosesTheReturnBeforeIt() {
    #expect(Self.lines("") == [""])
    #expect(Self.lines("a") == ["a"])
    #expect(Self.lines("a\nb") == ["a", "b"])
    #expect(Self.lines("a\nb\n") == ["a", "b", ""])
    #expect(Self.lines("a⟨0D 0A⟩b⟨0D 0A⟩") == ["a", "b", ""])
    #expect(Self.lines("a⟨0D⟩b") == ["a\rb"])
    #expect(Self.lines("a⟨0D⟩") == ["a"])
    #expect(Self.lines("⟨0D 0D 0A⟩") == ["\r", ""])
    #expect(Self.lines("\n\n⟨0D 0A⟩x") == ["", "", "", "x"])
    #expect(Self.lines("⟨EF BB BF⟩a\nb") == ["a", "b"])
    #expect(Self.lines("⟨EF BB BF⟩") == [""])
    #expect(Self.lines("⟨0D⟩") == [""])
  }

  @Test func everyOffsetOfARandomTextIsWhereANaiveCountHasIt() {
    var random = SplitMix64(seed: 41)
    for round in 0..<60 {
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
}
