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
