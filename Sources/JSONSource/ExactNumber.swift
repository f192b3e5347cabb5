/// The exact value of a JSON number: digits without zeros at either end, times a power of ten.
package struct ExactNumber: Equatable {
  private let isNegative: Bool
  private let digits: [UInt8]
  // The exponent may have any number of digits, so it is stored as sign and decimal text.
  private let exponentIsNegative: Bool
  private let exponent: [UInt8]

  package init(_ spelling: some Collection<UInt8>) {
    let zero = UInt8(ascii: "0")
    var mantissa: [UInt8] = []
    var fraction = 0
    var sawPoint = false
    var written: [UInt8] = []
    var inExponent = false
    var negative = false
    var writtenNegative = false
    for byte in spelling {
      switch byte {
      case UInt8(ascii: "-"): if inExponent { writtenNegative = true } else { negative = true }
      case UInt8(ascii: "."): sawPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): inExponent = true
      case UInt8(ascii: "+"): continue
      default:
        if inExponent {
          written.append(byte - zero)
        } else {
          mantissa.append(byte - zero)
          if sawPoint { fraction += 1 }
        }
      }
    }
    let trailing = mantissa.reversed().prefix { $0 == 0 }.count
    let significant = Array(mantissa.dropLast(trailing).drop { $0 == 0 })
    guard !significant.isEmpty else {
      (isNegative, digits, exponentIsNegative, exponent) = (false, [], false, [])
      return
    }
    isNegative = negative
    digits = significant
    (exponentIsNegative, exponent) = Self.sum(
      writtenNegative, written, with: trailing - fraction)
  }

  private static func sum(_ negative: Bool, _ magnitude: [UInt8], with shift: Int) -> (
    Bool, [UInt8]
  ) {
    let left = Array(magnitude.drop { $0 == 0 })
    let right = shift == 0 ? [] : String(shift.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    if negative == (shift < 0) || right.isEmpty || left.isEmpty {
      let total = combine(left, right, +)
      let sign = left.isEmpty ? shift < 0 : negative
      return (sign && !total.isEmpty, total)
    }
    let leftIsLarger =
      left.count != right.count
      ? left.count > right.count : right.lexicographicallyPrecedes(left)
    let total = leftIsLarger ? combine(left, right, -) : combine(right, left, -)
    return ((leftIsLarger ? negative : shift < 0) && !total.isEmpty, total)
  }

  /// The sum of two magnitudes, or their difference if `left` is not smaller.
  private static func combine(
    _ left: [UInt8], _ right: [UInt8], _ step: (Int, Int) -> Int
  ) -> [UInt8] {
    var result: [UInt8] = []
    var carry = 0
    for index in 0...max(left.count, right.count) {
      let a = index < left.count ? Int(left[left.count - 1 - index]) : 0
      let b = index < right.count ? Int(right[right.count - 1 - index]) : 0
      let total = step(a, b) + carry
      carry = total < 0 ? -1 : total / 10
      result.append(UInt8((total + 10) % 10))
    }
    return Array(result.reversed().drop { $0 == 0 })
  }
}

extension ExactNumber: Comparable {
  package static func < (one: ExactNumber, other: ExactNumber) -> Bool {
    if one.sign != other.sign { return one.sign < other.sign }
    return one.isNegative ? other.isCloser(than: one) : one.isCloser(than: other)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private func isCloser(than other: ExactNumber) -> Bool {
    // Compare the place of the first digit, then the digits, which do not end in zero.
    let (mine, others) = (firstPlace, other.firstPlace)
    if mine.isNegative != others.isNegative { return mine.isNegative }
    if mine.digits != others.digits {
      let isShorter =
        mine.digits.count != others.digits.count
        ? mine.digits.count < others.digits.count
        : mine.digits.lexicographicallyPrecedes(others.digits)
      return isShorter != mine.isNegative
    }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  private var firstPlace: (isNegative: Bool, digits: [UInt8]) {
    Self.sum(exponentIsNegative, exponent, with: digits.count)
  }
}

extension ExactNumber {
  /// Appends bytes that are equal exactly for equal numbers: for most integers their usual spelling. None is `;`.
  package func appendIdentity(to output: inout [UInt8]) {
    if isNegative { output.append(UInt8(ascii: "-")) }
    for digit in digits { output.append(UInt8(ascii: "0") + digit) }
    if exponent.isEmpty { return }
    output.append(UInt8(ascii: exponentIsNegative ? "-" : "e"))
    for digit in exponent { output.append(UInt8(ascii: "0") + digit) }
  }
}
