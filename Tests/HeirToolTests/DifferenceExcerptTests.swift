import Foundation
import TestSupport
import Testing

@testable import HeirTool
@testable import Output

@Suite struct DifferenceExcerptTests {
  private static func texts(_ random: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for _ in 0...random.upTo(5) {
      var scalars = Array((texts.last ?? "").unicodeScalars)
      for _ in 0...random.upTo(3) {
        let at = random.upTo(scalars.count)
        let more = (0...random.upTo(40)).map { _ in
          ["a", "b", "…", "e\u{301}", "é"][random.upTo(4)]
        }
        scalars.insert(contentsOf: more.flatMap { Array($0.unicodeScalars) }, at: at)
      }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    return texts
  }

  @Test func differentTextsStayDifferent() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let texts = Self.texts(&random)
      let cut = DifferenceExcerpt.cut(texts, to: 12 + random.upTo(40))
      func bytes(_ all: [String]) -> Int { Set(all.map { Array($0.utf8) }).count }
      #expect(bytes(texts) == bytes(cut), "\(texts) \(cut)")
    }
  }

  /// Two of these look alike around the place where each differs from its neighbour.
  @Test func textsThatAreCutAlikeAreCutLess() {
    let texts = [50, 70, 90].map { count in
      String(repeating: "a", count: count) + "b" + String(repeating: "c", count: 200 - count)
    }
    #expect(Set(DifferenceExcerpt.cut(texts, to: 20)).count == 3)
  }
}
