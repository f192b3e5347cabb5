import JSONSource
import SafeText
import Trees

/// Keys and values of TOML 1.0 on a single line.
enum TOMLText {
  static let null = RepresentationError("contains null, which TOML does not support")

  static func key(_ name: some Collection<UInt8>) -> [UInt8] {
    let isBare = name.allSatisfy(\.isLabelCharacter)
    return isBare && !name.isEmpty ? Array(name) : text(name)
  }

  static func text(_ text: some Collection<UInt8>) -> [UInt8] {
    var output = [UInt8(ascii: "\"")]
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      case ..<0x20, 0x7F: output += "\\u".utf8 + HexDigits.of(byte, 4)
      default: output.append(byte)
      }
    }
    return output + [UInt8(ascii: "\"")]
  }

  /// Integers have 64 bits; all other numbers are floating-point.
  static func number(_ spelling: ArraySlice<UInt8>) throws(RepresentationError) -> [UInt8] {
    if DoubleNumber.isWritten(as: spelling) {
      try DoubleNumber.check(spelling)
    } else if Int64(String(decoding: spelling, as: UTF8.self)) == nil {
      throw RepresentationError(
        "contains an integer beyond the 64 bits of TOML; write it as a string")
    }
    return Array(spelling)
  }
}

/// A number that readers store in 64-bit floating point, as most do if it has a fraction or an exponent.
enum DoubleNumber {
  /// Throws if such a reader would write another number: digits are lost, or it is infinite.
  static func check(_ spelling: ArraySlice<UInt8>) throws(RepresentationError) {
    guard let number = Double(String(decoding: spelling, as: UTF8.self)), number.isFinite,
      ExactNumber(Array(number.description.utf8)) == ExactNumber(spelling)
    else {
      throw RepresentationError(
        "contains a number that does not fit 64-bit floating point; write it as a string")
    }
  }

  static func isWritten(as spelling: ArraySlice<UInt8>) -> Bool {
    spelling.contains { ".eE".utf8.contains($0) }
  }
}
