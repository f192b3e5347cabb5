extension NearMiss {
  /// How many letters a word has at least of which a slip makes another one.
  private static let fewest = 4

  /// Whether one slip of the pen leads from one name to another: a letter left out, added, changed, or two
  /// neighbours swapped; letters in another case; `-` for `_`. Names that tell things apart by their digits, or one
  /// of several by an `s`, are no slips, nor are short ones.
  package static func isSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard abs(one.count - other.count) <= 1, one.count >= fewest, other.count >= fewest else {
      return false
    }
    // A slip touches two neighbours at most, and so not both ends.
    guard
      folded(one[0]) == folded(other[0])
        || folded(one[one.count - 1]) == folded(other[other.count - 1])
    else { return false }
    if one.count == other.count {
      if one == other { return false }
      if zip(one, other).allSatisfy({ folded($0) == folded($1) }) { return hasLetters(one) }
    }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (rest, otherRest) = (one[start...], other[start...])
    let isOneEdit: Bool
    let touched: [UInt8]
    if one.count == other.count {
      let isChange = rest.dropFirst() == otherRest.dropFirst()
      let isSwap =
        rest.count > 1 && rest[start] == otherRest[start + 1] && rest[start + 1] == otherRest[start]
        && rest.dropFirst(2) == otherRest.dropFirst(2)
      isOneEdit = isChange || isSwap
      touched = isSwap ? Array(rest.prefix(2)) : [rest[start], otherRest[start]]
    } else {
      let (longer, shorter) = one.count > other.count ? (rest, otherRest) : (otherRest, rest)
      isOneEdit = longer.dropFirst() == shorter
      let isLast = longer.count == 1
      touched = Array(longer.prefix(1))
      if isLast && folded(touched[0]) == UInt8(ascii: "s") { return false }
    }
    return isOneEdit && !touched.contains(where: \.isDigit) && hasLetters(one) && hasLetters(other)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte.lowered
  }

  private static func hasLetters(_ word: [UInt8]) -> Bool {
    word.count - word.count(where: \.isDigit) >= fewest
  }
}
