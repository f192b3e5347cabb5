import CommandSpec
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
    var random = RandomLines(state: 7)
    for _ in 0..<4_000 {
      let a = (0..<random.next(below: 12)).map { _ in UInt8(97 + random.next(below: 3)) }
      let b = (0..<random.next(below: 12)).map { _ in UInt8(97 + random.next(below: 3)) }
      let whole = plainCost(a, b)
      for limit in 0...12 {
        #expect(
          NearMiss.cost(a, b, limit: limit) == (whole <= limit ? whole : nil), "\(a) \(b)")
      }
    }
  }

  @Test func theNearestIsTheFirstOfTheLeastCost() {
    var random = RandomLines(state: 9)
    func word() -> [UInt8] {
      (0..<1 + random.next(below: 6)).map { _ in UInt8(97 + random.next(below: 3)) }
    }
    for _ in 0..<5_000 {
      let asked = word()
      let words = (0..<random.next(below: 6)).map { _ in word() }
      let costs = words.map { plainCost(asked, $0) }
      let near = words.indices.filter {
        costs[$0] <= NearMiss.budget(for: max(asked.count, words[$0].count))
      }
      let first = near.min { (costs[$0], $0) < (costs[$1], $1) }
      #expect(NearMiss.nearest(to: asked, in: words) == first.map { words[$0] })
    }
  }
}
