extension Scanner {
  /// Reads a number (RFC 8259 §6).
  mutating func scanNumber() throws(SyntaxError) {
    if base[at] == UInt8(ascii: "-") { at += 1 }
    if base[at] == UInt8(ascii: "0") {
      at += 1
      if isDigit { throw SyntaxError(.leadingZero, ByteRange(at, at + 1)) }
    } else {
      try scanDigits()
    }
    if base[at] == UInt8(ascii: ".") {
      at += 1
      try scanDigits()
    }
    if base[at] == UInt8(ascii: "e") || base[at] == UInt8(ascii: "E") {
      at += 1
      if base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try scanDigits()
    }
  }

  private var isDigit: Bool { base[at] &- UInt8(ascii: "0") < 10 }

  private mutating func scanDigits() throws(SyntaxError) {
    guard isDigit else { throw unexpected(.digit) }
    while isDigit { at += 1 }
  }
}
