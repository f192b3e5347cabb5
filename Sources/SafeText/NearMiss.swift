/// Finds the names nearest to a mistyped name.
///
/// An edit costs 3, a swap of neighbours 2, all differences in case 1; the limit is the word's length.
@usableFromInline
package enum NearMiss {
  // Bounds the cost.
  private static let longest = 256
  static let edit = 3
  static let swap = 2
  private static let otherCase = 1

  /// The limit on the cost for a word of this length.
  package static func budget(for length: Int) -> Int { min(length, mostEdits * edit) }
  static let mostEdits = 3

  /// The index of the nearest candidate within the budget, if any; of equally near ones, the first.
  // Not generic, because other modules would call it through generic code.
  @usableFromInline
  package static func nearest(
    to word: ArraySlice<UInt8>, in candidates: [ArraySlice<UInt8>]
  ) -> Int? {
    guard word.count <= longest else { return nil }
    var best: (cost: Int, index: Int)?
    var letters = Letters(word)
    for (index, candidate) in candidates.enumerated() {
      let limit = min(
        best.map { $0.cost - 1 } ?? .max, budget(for: max(word.count, candidate.count)))
      guard limit >= 0, abs(word.count - candidate.count) <= limit / edit,
        letters.mayBeNear(candidate, limit: limit),
        let cost = caselessCost(Array(word), Array(candidate), limit: limit)
      else { continue }
      best = (cost, index)
    }
    return best?.index
  }

  /// How often each letter occurs in a word, without case; letters that differ in their highest bits count as one.
  private struct Letters {
    private var counts = [Int](repeating: 0, count: 32)
    private let sum: Int

    init(_ word: ArraySlice<UInt8>) {
      for byte in word { counts[Int(byte.lowered % 32)] += 1 }
      sum = word.count
    }

    /// Each edit adds and removes one letter at most, so most words need no comparison.
    mutating func mayBeNear(_ word: ArraySlice<UInt8>, limit: Int) -> Bool {
      var added = 0
      for byte in word {
        let letter = Int(byte.lowered % 32)
        counts[letter] -= 1
        if counts[letter] < 0 { added += 1 }
      }
      for byte in word { counts[Int(byte.lowered % 32)] += 1 }
      return max(added, sum - (word.count - added)) <= limit / edit
    }
  }

  /// The nearest name, or the only name that begins with `word`. Ignores leading `-` and `$`.
  package static func nearest(to word: [UInt8], among names: [String]) -> String? {
    func letters(_ bytes: some Sequence<UInt8>) -> ArraySlice<UInt8> {
      Array(bytes).drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "$") }
    }
    if let index = nearest(to: letters(word), in: names.map { letters($0.utf8) }) {
      return names[index]
    }
    let begun = names.filter { $0.utf8.starts(with: word) }
    return begun.count == 1 && letters(word).count > 1 ? begun.first : nil
  }

  /// The cost if all differences in case together cost 1; nil above the limit.
  private static func caselessCost(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let (lowerA, lowerB) = (a.map(\.lowered), b.map(\.lowered))
    guard let folded = cost(lowerA, lowerB, limit: limit) else { return nil }
    if lowerA == a && lowerB == b { return folded }
    // The letters that differ in case may be the wrong ones.
    let cheapest = cost(a, b, limit: folded) ?? folded + otherCase
    return cheapest <= limit ? cheapest : nil
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

  /// Shorter words differ by a letter too often to be typos.
  private static let fewest = 4

  /// Whether the names differ by a typo: a letter missing, added, changed or swapped; other case; `-` for `_`.
  /// Differences in digits or in a plural `s` are not typos.
  package static func isTypo(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    guard abs(one.count - other.count) <= 1, let first = one.first, let otherFirst = other.first,
      let last = one.last, let otherLast = other.last,
      // A typo touches two neighbours at most, and so not both ends.
      folded(first) == folded(otherFirst) || folded(last) == folded(otherLast),
      one != other, hasEnoughLetters(one), hasEnoughLetters(other)
    else { return false }
    if one.count == other.count, zip(one, other).allSatisfy({ folded($0) == folded($1) }) {
      return true
    }
    guard cost(Array(one), Array(other), limit: edit) != nil else { return false }
    if one.count == other.count {
      return !zip(one, other).contains { $0 != $1 && ($0.isDigit || $1.isDigit) }
    }
    let (longer, shorter) = one.count > other.count ? (one, other) : (other, one)
    if longer.dropLast().elementsEqual(shorter), folded(longer[longer.endIndex - 1]) == 0x73 {
      return false
    }
    return one.filter(\.isDigit) == other.filter(\.isDigit)
  }

  /// Calls `body` with the hash of a word, and of what is left of it without each letter that is no digit.
  /// Names that differ by one typo have one in common.
  package static func forEachRest(of word: ArraySlice<UInt8>, _ body: (UInt64) -> Void) {
    guard word.count <= longestTypo else { return }
    let folded = word.map(folded)
    body(hash(folded, without: folded.count))
    for index in folded.indices where !folded[index].isDigit { body(hash(folded, without: index)) }
  }

  private static let longestTypo = 64

  /// FNV-1a.
  private static func hash(_ word: [UInt8], without left: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in word.indices where index != left {
      hash = (hash ^ UInt64(word[index])) &* 0x100_0000_01b3
    }
    return hash
  }

  /// Whether the names differ in case or in two swapped neighbours only, also if they are short.
  package static func isReordered(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one != other && one.count == other.count
      && !zip(one, other).contains { $0 != $1 && ($0.isDigit || $1.isDigit) }
      && cost(one.map(folded), other.map(folded), limit: swap) != nil
  }

  package static func folded(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte.lowered
  }

  package static func hasEnoughLetters(_ word: ArraySlice<UInt8>) -> Bool {
    word.count - word.count(where: \.isDigit) >= fewest
  }
}

/// Classes of ASCII characters.
extension UInt8 {
  package var isDigit: Bool { 0x30...0x39 ~= self }

  package var isLowercase: Bool { 0x61...0x7A ~= self }

  package var isUppercase: Bool { 0x41...0x5A ~= self }

  package var isLetter: Bool { isLowercase || isUppercase }

  package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// Whether it may occur in the name of a shell variable.
  package var isWordCharacter: Bool { isLetterOrDigit || self == UInt8(ascii: "_") }

  /// Whether it may occur in a word with dashes.
  package var isLabelCharacter: Bool { isWordCharacter || self == UInt8(ascii: "-") }
  package var lowered: UInt8 { isUppercase ? self | 0x20 : self }
  package var uppered: UInt8 { isLowercase ? self & ~0x20 : self }
}

extension ArraySlice<UInt8> {
  /// The value of at most 18 digits, 0 for none; nil if there is another byte.
  package var decimal: Int? {
    var number = 0
    for digit in self {
      guard digit.isDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
