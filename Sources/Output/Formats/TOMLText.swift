import JSONSource
import SafeText

/// Keys and values of TOML 1.0 on a single line.
package enum TOMLText {
  package static func key(_ name: some Collection<UInt8>) -> [UInt8] {
    let isBare = name.allSatisfy(\.isLabelCharacter)
    return isBare && !name.isEmpty ? Array(name) : text(name)
  }

  package static func text(_ text: some Collection<UInt8>) -> [UInt8] {
    QuotedText.of(text) { $0 < " " || $0 == "\u{7F}" }
  }

  /// Integers have 64 bits; all other numbers are floating-point.
  package static func number(_ spelling: ArraySlice<UInt8>) throws(RepresentationError) -> [UInt8] {
    if try !DoubleNumber.isWritten(as: spelling),
      Int64(String(decoding: spelling, as: UTF8.self)) == nil
    {
      throw .value("contains an integer beyond the 64 bits of TOML; write it as a string")
    }
    return Array(spelling)
  }
}

/// A number that readers store in 64-bit floating point, as most do if it has a fraction or an exponent.
package enum DoubleNumber {
  /// Throws if such a reader would write another number: digits are lost, or it is infinite.
  package static func isWritten(as spelling: ArraySlice<UInt8>) throws(RepresentationError) -> Bool
  {
    if !spelling.contains(where: { ".eE".utf8.contains($0) }) { return false }
    guard let number = Double(String(decoding: spelling, as: UTF8.self)), number.isFinite,
      ExactNumber(Array(number.description.utf8)) == ExactNumber(spelling)
    else {
      throw .value(
        "contains a number that does not fit 64-bit floating point; write it as a string")
    }
    return true
  }
}

/// Text in double quotes, with the escapes that TOML and YAML share.
package enum QuotedText {
  package static func of(
    _ text: some Collection<UInt8>, escaping isEscaped: (Unicode.Scalar) -> Bool
  ) -> [UInt8] {
    var output = "\"".unicodeScalars
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"", "\\": output += ["\\", scalar]
      case "\n": output += ["\\", "n"]
      case "\r": output += ["\\", "r"]
      case "\t": output += ["\\", "t"]
      case _ where isEscaped(scalar):
        output += "\\u".unicodeScalars
        output += String(decoding: HexDigits.of(scalar.value, 4), as: UTF8.self).unicodeScalars
      default: output.append(scalar)
      }
    }
    output.append("\"")
    return Array(String(output).utf8)
  }
}
