/// Finds the names nearest to a mistyped name.
///
/// An edit costs 3, a swap of neighbours 2, all differences in case 1; the limit is the word's length.
package enum NearMiss {
  // Bounds the cost.
  private static let longest = 256
  package static let edit = 3
  static let swap = 2
  private static let otherCase = 1

  /// The limit on the cost for a word of this length: at most three edits.
  package static func budget(for length: Int) -> Int { min(length, 3 * edit) }

  /// Up to `count` candidates within the budget, nearest first; equal ones keep their order.
  package static func nearest(
    to word: [UInt8], in candidates: some Sequence<[UInt8]>
  ) -> [[UInt8]] {
    guard word.count <= longest else { return [] }
    var best: (cost: Int, candidate: [UInt8])?
    for candidate in candidates {
      let limit = min(
        best.map { $0.cost - 1 } ?? .max, budget(for: max(word.count, candidate.count)))
      guard limit >= 0, let cost = caselessCost(word, candidate, limit: limit) else { continue }
      best = (cost, candidate)
    }
    return best.map { [$0.candidate] } ?? []
  }

  /// The nearest name, or the only name that begins with `word`. Ignores leading `-` and `$`.
  package static func nearest(to word: [UInt8], among names: [String]) -> String? {
    func letters(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      Array(bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "$") })
    }
    let near = nearest(to: letters(word), in: names.lazy.map { letters($0.utf8) }).first
    if let near { return names.first { letters($0.utf8) == near } }
    let begun = names.filter { $0.utf8.starts(with: word) }
    return begun.count == 1 && letters(word).count > 1 ? begun.first : nil
  }

  /// The cost if all differences in case together cost 1; nil above the limit.
  package static func caselessCost(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let (lowerA, lowerB) = (lowered(a), lowered(b))
    guard let folded = cost(lowerA, lowerB, limit: limit) else { return nil }
    if lowerA == a && lowerB == b { return folded }
    // The letters that differ in case may be the wrong ones.
    let cheapest = cost(a, b, limit: folded) ?? folded + otherCase
    return cheapest <= limit ? cheapest : nil
  }

  /// A word without case, as far as ASCII has one.
  package static func lowered(_ word: [UInt8]) -> [UInt8] {
    word.map(\.lowered)
  }

  /// The edit distance with swaps (Damerau), or nil above the limit. Cost: linear in length times limit.
  package static func cost(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let reach = limit / edit
    guard abs(a.count - b.count) <= reach else { return nil }
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.dropFirst(prefix).reversed(), b.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    let a = Array(a[prefix..<(a.count - suffix)])
    let b = Array(b[prefix..<(b.count - suffix)])
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) * edit }

    let far = limit + 1
    var beforeLast = [Int](repeating: far, count: b.count + 1)
    var last = (0...b.count).map { min($0 * edit, far) }
    var row = beforeLast
    var bestBefore = 0
    for i in 1...a.count {
      let low = max(1, i - reach)
      let high = min(b.count, i + reach)
      guard low <= high else { return nil }
      row[low - 1] = low == 1 ? min(i * edit, far) : far
      var best = row[low - 1]
      for j in low...high {
        var cost = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : edit)
        cost = min(cost, last[j] + edit, row[j - 1] + edit)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + swap)
        }
        row[j] = min(cost, far)
        best = min(best, row[j])
      }
      if high < b.count { row[high + 1] = far }
      // A swap uses the row before the last.
      if best > limit && bestBefore > limit { return nil }
      bestBefore = best
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
