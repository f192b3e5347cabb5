import Foundation
import TestSupport
import Testing

@testable import HeirTool
@testable import Output

@Suite struct DifferenceExcerptTests {
  @Test func longTextsAreCutAroundTheDifference() {
    let start = String(repeating: "s", count: 100)
    let end = String(repeating: "e", count: 100)
    #expect(
      DifferenceExcerpt.cut([start + "one" + end, start + "two" + end], to: 20)
        == ["…sssssoneeeeeeeeeee…", "…ssssstwoeeeeeeeeee…"])
    #expect(
      DifferenceExcerpt.cut([start, start + "x"], to: 20) == [
        "…sssssssssssssssssss", "…ssssssssssssssssssx",
      ])
    #expect(
      DifferenceExcerpt.cut(["x" + start, "y" + start], to: 13) == [
        "xsssssssssss…", "ysssssssssss…",
      ])
  }

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
}
