/// Finds what somebody may have meant.
///
/// What keeps apart a slip and another word is how much of it is right: an edit counts as three letters, two
/// neighbours swapped as two, and together they may not count more than the word has. Whatever differs in
/// case is one, however much it is.
package enum NearMiss {
  // Longer words are no slips of the pen, and the bound keeps the cost in proportion.
  private static let longest = 256
  /// What one letter too many, too few or in place of another counts.
  package static let edit = 3
  static let swap = 2
  private static let otherCase = 1

  /// What slips may cost together where the longer of two words has so many letters: never more than three
  /// edits.
  package static func budget(for length: Int) -> Int { min(length, 3 * edit) }

  /// Up to `count` candidates within the budget, nearest first, and as they came where equal.
  package static func nearest(
    to word: [UInt8], in candidates: some Sequence<[UInt8]>, count: Int = 1
  ) -> [[UInt8]] {
    guard count > 0, word.count <= longest else { return [] }
    var found: [(cost: Int, candidate: [UInt8])] = []
    var worst = Int.max
    for candidate in candidates {
      let limit = min(worst, budget(for: max(word.count, candidate.count)))
      guard limit >= 0, let cost = caselessCost(word, candidate, limit: limit)
      else { continue }
      let place = found.firstIndex { $0.cost > cost } ?? found.endIndex
      found.insert((cost, candidate), at: place)
      if found.count > count { found.removeLast() }
      // Once there are enough, only a better one is of interest.
      if found.count == count, let last = found.last { worst = last.cost - 1 }
    }
    return found.map(\.candidate)
  }

  /// The nearest of a table's own names: what the word begins, if that is one, else the least edit. What
  /// marks all of them as options or directives is no letter.
  package static func nearest(to word: [UInt8], among names: [String]) -> String? {
    func letters(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      Array(bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "$") })
    }
    let near = nearest(to: letters(word), in: names.lazy.map { letters($0.utf8) }).first
    if let near { return names.first { letters($0.utf8) == near } }
    let begun = names.filter { $0.utf8.starts(with: word) }
    return begun.count == 1 && letters(word).count > 1 ? begun.first : nil
  }

  /// The cost where letters in another case together count as one.
  package static func caselessCost(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let (lowerA, lowerB) = (lowered(a), lowered(b))
    guard let folded = cost(lowerA, lowerB, limit: limit) else { return nil }
    if lowerA == a && lowerB == b { return folded }
    // The letters that differ in case may be those that are wrong.
    let cheapest = cost(a, b, limit: folded) ?? folded + otherCase
    return cheapest <= limit ? cheapest : nil
  }

  /// Names between which other signs stand than should; nil where no name holds any of these.
  package static func separated(_ names: [[UInt8]], by signs: String) -> [[UInt8]]? {
    let parts = names.flatMap { $0.split { signs.utf8.contains($0) }.map { Array($0) } }
    return parts.count > names.count ? parts : nil
  }

  /// A word without case, as far as ASCII has one.
  package static func lowered(_ word: [UInt8]) -> [UInt8] {
    word.map(\.lowered)
  }

  /// What the cheapest way from one word to the other costs (insertion, deletion and substitution are edits,
  /// neighbours may be swapped), or nil above the limit; only cells within the limit of the diagonal are
  /// computed.
  package static func cost(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.dropFirst(prefix).reversed(), b.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    let a = Array(a[prefix..<(a.count - suffix)])
    let b = Array(b[prefix..<(b.count - suffix)])
    let reach = limit / edit
    guard abs(a.count - b.count) <= reach else { return nil }
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
      // A swap reaches over one row, so that the row before counts, too.
      if best > limit && bestBefore > limit { return nil }
      bestBefore = best
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
