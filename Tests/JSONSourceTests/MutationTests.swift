import JSONSource
import TestSupport
import Testing

@Suite struct MutationTests {
  private static let valid: [[UInt8]] = [
    #"{"a":[1,-0.5e+10,true,false,null],"b":{"c":"d\n\u00e9\ud83d\ude00é😀"}}"#,
    #"[{"a":1,"b":2},{"$a":1,"$$a":"\\\"","":{}} , [[[]]] ]"#,
    #"{"long name of a member":"a long text that fills more than a word","x":12345678901234567890}"#,
  ].map { Array($0.utf8) }

  /// Bytes that mean something to the grammar, or lie at an edge of UTF-8.
  private static let telling: [UInt8] =
    Array("{}[],:\"\\/utfn019-+.eE$#da \n\r\t".utf8)
    + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xFF]

  private static func mutate(_ text: inout [UInt8], _ random: inout SplitMix64) {
    let at = Int.random(in: 0..<text.count, using: &random)
    let byte = telling[Int.random(in: 0..<telling.count, using: &random)]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: text.insert(byte, at: at)
    case 1: text.remove(at: at)
    case 2: text[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3: text.swapAt(at, Int.random(in: 0..<text.count, using: &random))
    default: text[at] = byte
    }
  }

  @Test func aChangedByteIsJudgedAsTheNaiveReaderDoes() {
    var random = SplitMix64(seed: 51)
    var accepted = 0
    for round in 0..<6_000 {
      var text = Self.valid[round % Self.valid.count]
      for _ in 0...Int.random(in: 0...1, using: &random) { Self.mutate(&text, &random) }
      let naive = NaiveReader.read(text)
      do throws(SyntaxError) {
        let document = try Document(Source(text), names: NameTable())
        accepted += 1
        if document.plain() != naive { Issue.record("accepted: \(text)") }
      } catch {
        let isInside = 0 <= error.range.start && error.range.end <= text.count
        if naive != nil || !isInside || error.range.start > error.range.end {
          Issue.record("refused: \(text)")
        }
      }
    }
    #expect((600..<5_000).contains(accepted))
  }
}
