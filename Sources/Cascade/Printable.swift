import JSONSource

/// Text from a tree or a command line, made safe for people: one record stays one line, and no byte
/// steers the terminal or reorders what is read.
package enum Printable {
  /// Appends `text` with control characters, line separators, bidirectional controls and bytes that are
  /// no UTF-8 escaped as JSON has it, so that JSON text stays JSON.
  package static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    var decoder = UTF8()
    var iterator = text.makeIterator()
    scan: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if isUnsafe(scalar) {
          escape(scalar, to: &output)
        } else {
          output.append(contentsOf: String(scalar).utf8)
        }
      case .emptyInput: break scan
      case .error: output.append(contentsOf: "\u{FFFD}".utf8)
      }
    }
  }

  package static func string(_ text: some Collection<UInt8>) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Control characters, line and paragraph separators, and what reorders or hides text.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\n": output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    case "\r": output += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
    case "\t": output += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    default:
      for unit in String(scalar).utf16 { StringEscapes.appendUnit(UInt32(unit), to: &output) }
    }
  }
}
