import JSONSource
import SafeText
import TestSupport
import Testing

@testable import Cascade

/// The keys that patterns name, compared with an exhaustive matcher (K4).
@Suite struct PatternTests {
  @Test func aNameMatchesAsInTheReference() {
    var random = SplitMix64(seed: 1)
    func text(_ letters: [UInt8], _ most: Int) -> [UInt8] {
      (0..<random.upTo(most)).map { _ in letters[random.upTo(letters.count - 1)] }
    }
    var hits = 0
    for _ in 0..<5_000 {
      let pattern = text(Array("aab*".utf8), 7)
      let name = text(Array("aab".utf8), 8)
      let matches = ReferencePattern.matches(pattern[...], name[...])
      #expect(StarPattern(pattern).matches(name) == matches, "\(pattern) \(name)")
      if matches && pattern.contains(0x2A) { hits += 1 }
    }
    // Pieces so long that they are looked for in another way.
    for _ in 0..<500 {
      let piece = text(Array("aab".utf8), 2) + text(Array("a".utf8), 40) + text(Array("ab".utf8), 3)
      let name =
        text(Array("aaab".utf8), 60) + (random.upTo(1) == 0 ? piece : []) + text([0x61], 30)
      let pattern = [0x2A] + piece + [0x2A]
      let matches =
        name.count >= piece.count
        && (0...(name.count - piece.count)).contains { name[$0...].starts(with: piece) }
      #expect(StarPattern(pattern).matches(name) == matches, "\(pattern) \(name)")
      if matches { hits += 1 }
    }
    #expect(hits > 250)
  }

  @Test func aPatternMatchesTheKeysOfTheReference() throws {
    var random = SplitMix64(seed: 2)
    let names = NameTable()
    let words = ["a", "b", "ab", "ba", "*"]
    var hits = 0
    for _ in 0..<5_000 {
      let texts = (0...random.upTo(4)).map { _ in
        ["a", "b", "ab", "*", "**", "a*", "*b", "a*b", "\"*\"", "**"][random.upTo(9)]
      }
      let text = Array(texts.joined(separator: ".").utf8)
      let pattern = try KeySyntax.pattern(text, names)
      let reference = ReferencePattern(reading: text)
      // What is printed is read as the same.
      #expect(String(decoding: names.spelling(pattern), as: UTF8.self) == reference.dotted)
      let plain = (0..<(1 + random.upTo(4))).map { _ in PlainName(words[random.upTo(4)]) }
      let key = Key(plain.map { names.intern($0.bytes) })
      let way = key.names.reduce(PatternState(pattern)) { $0.descending($1) }
      #expect(way.isAtEnd == reference.names(plain), "\(reference.dotted) \(plain)")
      #expect(pattern.leadsTo(key) == reference.covers(plain) || pattern.parts == [.deep])
      if way.isAtEnd { hits += 1 }
    }
    #expect(hits > 250)
  }

  @Test(arguments: [
    ("***", 0), ("a.***", 2), ("a**", 1), ("x.**a", 2), ("a**b.c", 1), ("a*b**", 3),
  ])
  func twoStarsBesideOtherCharactersAreAnError(text: String, offset: Int) {
    #expect(throws: KeyError(problem: .doubleStar, offset: offset)) {
      try KeySyntax.pattern(Array(text.utf8), NameTable())
    }
  }
}
