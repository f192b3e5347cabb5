import SafeText

/// Text that readers of YAML 1.1 and 1.2 read alike, on a single line.
package enum YAMLText {
  // A longer key needs the explicit form with `?`.
  package static let longestImplicitKey = 1_000
  // The limit of Python's readers.
  package static let maxDigits = 4_300

  /// Words that some reader does not treat as text, in any case.
  private static let words = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nil", "none", "nan", "inf",
    "infinity",
  ]

  /// Ruby's Psych treats `<<` as a merge even in quotes, unless a tag gives its type.
  package static func name(_ text: [UInt8]) -> [UInt8] {
    (text.elementsEqual("<<".utf8) ? Array("!!str ".utf8) : []) + self.text(text)
  }

  /// Escapes unprintable characters, the byte order mark and the line separators of YAML 1.1, which are folded.
  package static func text(_ text: [UInt8]) -> [UInt8] {
    if isWord(text) { return text }
    return QuotedText.of(text) {
      !(" "..."~").contains($0) && $0 < "\u{A0}"
        || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains($0.value)
    }
  }

  private static func isWord(_ text: [UInt8]) -> Bool {
    guard text.first?.isLetter == true, text.count <= 200 else { return false }
    let fits = text.allSatisfy { $0.isLetterOrDigit || "_-./".utf8.contains($0) }
    let small = text.map { $0 | 0x20 }
    return fits && !words.contains { $0.utf8.elementsEqual(small) }
  }

  /// YAML 1.1 treats a number with an exponent as text unless it has a point and a sign.
  package static func number(_ spelling: ArraySlice<UInt8>) throws(RepresentationError) -> [UInt8] {
    guard try DoubleNumber.isWritten(as: spelling) else {
      if spelling.count > maxDigits {
        throw .value("contains an integer of more than \(maxDigits) digits; write it as a string")
      }
      return Array(spelling)
    }
    let split = spelling.firstIndex { "eE".utf8.contains($0) } ?? spelling.endIndex
    let (mantissa, exponent) = (spelling[..<split], spelling[split...].dropFirst())
    var output = Array(mantissa)
    if !mantissa.contains(UInt8(ascii: ".")) { output += ".0".utf8 }
    if let sign = exponent.first {
      output += "+-".utf8.contains(sign) ? "e".utf8 : "e+".utf8
      output += exponent
    }
    return output
  }
}
