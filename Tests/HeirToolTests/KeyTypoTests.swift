import SafeText
import TestSupport
import Testing

@Suite struct KeyTypoTests {
  @Test(arguments: [
    ("port", "prot"), ("host", "hots"), ("level", "Level"), ("maxOpen", "MAXopen"),
    ("max_open", "max-open"), ("http", "htpp"), ("timeout", "timeuot"), ("queue", "queeue"),
    ("replica", "repica"), ("name", "nome"), ("xport", "port"),
  ])
  func oneSlipLeadsToTheOther(one: String, other: String) {
    #expect(NearMiss.isTypo(Array(one.utf8)[...], Array(other.utf8)[...]))
    #expect(NearMiss.isTypo(Array(other.utf8)[...], Array(one.utf8)[...]))
  }

  @Test(arguments: [
    ("port", "port"), ("host", "hosts"), ("node1", "node2"), ("min", "max"), ("db1s", "db2s"),
    ("left", "lift0"), ("prt", "port"), ("user", "uesr2"), ("ipv4", "ipv6"), ("eu-1", "eu_2"),
    ("start", "stop"), ("a123", "b123"), ("levle", "Level"), ("http2", "http"), ("http", "https"),
  ])
  func twoNamesAreNone(one: String, other: String) {
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

  @Test func whatOneEditMakesIsASlip() {
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
