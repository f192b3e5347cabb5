extension NearMiss {
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

  package static func folded(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte.lowered
  }

  package static func hasEnoughLetters(_ word: ArraySlice<UInt8>) -> Bool {
    word.count - word.count(where: \.isDigit) >= fewest
  }
}
