extension NearMiss {
  /// Shorter words differ by a letter too often to be typos.
  private static let fewest = 4

  /// Whether the names differ by a typo: a letter missing, added, changed or swapped; other case; `-` for `_`.
  /// Differences in digits or in a plural `s` are not typos.
  package static func isSlip(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    guard abs(one.count - other.count) <= 1, one.count >= fewest, other.count >= fewest,
      let first = one.first, let otherFirst = other.first, let last = one.last,
      let otherLast = other.last
    else { return false }
    // A typo changes at most two neighbours, so not both ends.
    guard folded(first) == folded(otherFirst) || folded(last) == folded(otherLast) else {
      return false
    }
    if one.count == other.count {
      if one == other { return false }
      if zip(one, other).allSatisfy({ folded($0) == folded($1) }) { return hasLetters(one) }
    }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (rest, otherRest) = (Array(one.dropFirst(start)), Array(other.dropFirst(start)))
    let isOneEdit: Bool
    let touched: [UInt8]
    if one.count == other.count {
      let isChange = rest.dropFirst() == otherRest.dropFirst()
      let isSwap =
        rest.count > 1 && rest[0] == otherRest[1] && rest[1] == otherRest[0]
        && rest.dropFirst(2) == otherRest.dropFirst(2)
      isOneEdit = isChange || isSwap
      touched = isSwap ? Array(rest.prefix(2)) : [rest[0], otherRest[0]]
    } else {
      let (longer, shorter) = one.count > other.count ? (rest, otherRest) : (otherRest, rest)
      isOneEdit = longer.dropFirst() == shorter[...]
      touched = Array(longer.prefix(1))
      if longer.count == 1, folded(touched[0]) == UInt8(ascii: "s") { return false }
    }
    return isOneEdit && !touched.contains(where: \.isDigit) && hasLetters(one) && hasLetters(other)
  }

  package static func folded(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte.lowered
  }

  package static func hasLetters(_ word: ArraySlice<UInt8>) -> Bool {
    word.count - word.count(where: \.isDigit) >= fewest
  }
}
