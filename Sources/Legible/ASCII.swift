/// What kind of character of ASCII a byte is.
extension UInt8 {
  package var isDigit: Bool { 0x30...0x39 ~= self }

  package var isLowercase: Bool { 0x61...0x7A ~= self }

  package var isUppercase: Bool { 0x41...0x5A ~= self }

  package var isLetter: Bool { isLowercase || isUppercase }

  package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// Whether it may stand in the name of a variable; not in front, if it is a digit.
  package var isOfWord: Bool { isLetterOrDigit || self == UInt8(ascii: "_") }

  /// Whether it may stand in a name in which dashes join words.
  package var isOfLabel: Bool { isOfWord || self == UInt8(ascii: "-") }

  /// Letters without case.
  package var lowered: UInt8 { isUppercase ? self | 0x20 : self }

  package var uppered: UInt8 { isLowercase ? self & ~0x20 : self }
}
