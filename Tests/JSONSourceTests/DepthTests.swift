import JSONSource
import TestSupport
import Testing

@Suite struct DepthTests {
  private static func arrays(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func objects(_ depth: Int) -> String {
    String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
  }

  @Test func fiveHundredAndTwelveLevelsAreRead() throws {
    #expect(try read(Self.arrays(512)).nodeCount == 512)
    #expect(try read(Self.objects(512)).nodeCount == 1025)
    let mixed = String(repeating: #"[{"a":"#, count: 256) + String(repeating: "}]", count: 256)
    #expect(problem(in: mixed)?.problem == .expected(.value))
    let full = mixed.replacing(":}", with: ":0}")
    #expect(try read(full).nodeCount == 769)
  }

  @Test func closedContainersDoNotCountTowardsTheDepth() {
    let wide = "[" + Array(repeating: Self.arrays(511), count: 20).joined(separator: ",") + "]"
    #expect(problem(in: wide) == nil)
  }

  /// Whoever looked farther would find that the text is no UTF-8.
  @Test func manyOpeningBracketsAreRefusedBeforeTheRestIsLookedAt() {
    for count in [600, 100_000, 1_000_000] {
      let text = [UInt8](repeating: 0x5B, count: count) + [0xFF]
      #expect(problem(in: text) == SyntaxError(.tooDeep(limit: 512), ByteRange(512, 513)))
    }
    let text = [UInt8](repeating: 0x5B, count: 500) + [0xFF]
    #expect(problem(in: text) == SyntaxError(.invalidUTF8, ByteRange(500, 501)))
  }

  @Test func theDeepestDocumentIsWrittenComparedAndReleased() throws {
    let names = NameTable()
    for text in [Self.arrays(512), Self.objects(512)] {
      var document: Document? = try read(text, names)
      let other = try read(text, names)
      #expect(document?.equal(0, other, 0) == true)
      var writer = JSONWriter(.compact)
      writer.value(other, 0)
      let written = writer.take()
      #expect(written == Array(text.utf8))
      document = nil
    }
  }

  @Test func twoMillionElementsAreReadInOrder() throws {
    var text: [UInt8] = [0x5B]
    text.reserveCapacity(4_000_001)
    for _ in 1..<2_000_000 {
      text.append(0x31)
      text.append(0x2C)
    }
    text.append(0x32)
    text.append(0x5D)
    let document = try read(text)
    #expect(document.nodeCount == 2_000_001 && document.indexAfter(0) == 2_000_001)
    #expect(Array(document.spelling(2_000_000)) == [0x32])
    #expect(document.elements(0).dropFirst(1000).first { _ in true } == 1001)
  }
}
