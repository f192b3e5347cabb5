import SafeText
import TestSupport
import Testing

@Suite struct NearMissTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The cost by its definition, the whole table computed.
  private func plainCost(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          table[i][j] = 3 * (i + j)
          continue
        }
        var cost = min(table[i - 1][j], table[i][j - 1]) + 3
        cost = min(cost, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 3))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, table[i - 2][j - 2] + 2)
        }
        table[i][j] = cost
      }
    }
    return table[a.count][b.count]
  }

  @Test func theBoundedCostAgreesWithTheWholeTable() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<4_000 {
      let a = (0..<random.upTo(11)).map { _ in UInt8(97 + random.upTo(2)) }
      let b = (0..<random.upTo(11)).map { _ in UInt8(97 + random.upTo(2)) }
      let whole = plainCost(a, b)
      for limit in 0...12 {
        #expect(
          NearMiss.cost(a, b, limit: limit) == (whole <= limit ? whole : nil), "\(a) \(b)")
      }
    }
  }

  @Test func theNearestIsTheFirstOfTheLeastCost() {
    var random = SplitMix64(seed: 9)
    func word() -> [UInt8] {
      (0..<1 + random.upTo(5)).map { _ in UInt8(97 + random.upTo(2)) }
    }
    for _ in 0..<5_000 {
      let asked = word()
      let words = (0..<random.upTo(5)).map { _ in word() }
      let costs = words.map { plainCost(asked, $0) }
      let near = words.indices.filter {
        costs[$0] <= NearMiss.budget(for: max(asked.count, words[$0].count))
      }
      let first = near.min { (costs[$0], $0) < (costs[$1], $1) }
      #expect(NearMiss.nearest(to: asked, in: words) == first.map { words[$0] })
    }
  }
}

@Suite struct PrintableTests {
  @Test func aLongTextIsCut() {
    #expect(Printable.quoted(Array(repeating: 0x61, count: 300)).unicodeScalars.count == 203)
    #expect(Printable.quoted(Array(repeating: 0x61, count: 200)).unicodeScalars.count == 202)
    #expect(Printable.string([UInt8](repeating: 0xF0, count: 3)) == #"\xf0\xf0\xf0"#)
    #expect(Printable.string([0xC2] as [UInt8]) == #"\xc2"#)
  }
}
