import SafeText
import TestSupport
import Testing

@Suite struct NearMissTests {
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
      #expect(NearMiss.nearest(to: asked[...], in: words.map { $0[...] }) == first)
    }
  }

  @Test(arguments: [
    ("port", "prot"), ("host", "hots"), ("level", "Level"), ("maxOpen", "MAXopen"),
    ("max_open", "max-open"), ("http", "htpp"), ("timeout", "timeuot"), ("queue", "queeue"),
    ("replica", "repica"), ("name", "nome"), ("xport", "port"),
  ])
  func oneTypingErrorIsATypo(one: String, other: String) {
    #expect(NearMiss.isTypo(Array(one.utf8)[...], Array(other.utf8)[...]))
    #expect(NearMiss.isTypo(Array(other.utf8)[...], Array(one.utf8)[...]))
  }

  @Test(arguments: [
    ("port", "port"), ("host", "hosts"), ("node1", "node2"), ("min", "max"), ("db1s", "db2s"),
    ("left", "lift0"), ("prt", "port"), ("user", "uesr2"), ("ipv4", "ipv6"), ("eu-1", "eu_2"),
    ("start", "stop"), ("a123", "b123"), ("levle", "Level"), ("http2", "http"), ("http", "https"),
  ])
  func twoNamesAreNoTypo(one: String, other: String) {
    #expect(!NearMiss.isTypo(Array(one.utf8)[...], Array(other.utf8)[...]))
    #expect(!NearMiss.isTypo(Array(other.utf8)[...], Array(one.utf8)[...]))
  }

  private static func isOneEdit(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var all: Set<[UInt8]> = []
    for place in 0...one.count {
      for letter in UInt8(ascii: "a")...UInt8(ascii: "c") {
        all.insert(one[..<place] + [letter] + one[place...])
        if place < one.count { all.insert(one[..<place] + [letter] + one[(place + 1)...]) }
      }
      if place < one.count { all.insert(Array(one[..<place] + one[(place + 1)...])) }
      if place + 1 < one.count {
        all.insert(one[..<place] + [one[place + 1], one[place]] + one[(place + 2)...])
      }
    }
    return all.contains(other)
  }

  @Test func oneEditIsATypo() {
    var random = SplitMix64(seed: 7)
    func word(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 97...99, using: &random) }
    }
    var count = 0
    for _ in 0..<(Seeds.isLong ? 20_000 : 2_000) {
      let one = word(Int.random(in: 4...7, using: &random))
      let other = word(Int.random(in: 4...7, using: &random))
      let isTypo = one != other && Self.isOneEdit(one, other)
      count += isTypo ? 1 : 0
      #expect(NearMiss.isTypo(one[...], other[...]) == isTypo, "\(one) \(other)")
    }
    #expect(count > (Seeds.isLong ? 100 : 20))
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
