import SafeText

/// Lines for `java.util.Properties.load`: ASCII, with other characters as `\uXXXX` in UTF-16.
package enum PropertiesText {
  package static func line(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    // A space ends a name; in a value only a leading space is lost.
    escaped(key, isKey: true) + [UInt8(ascii: "=")] + escaped(text, isKey: false) + [0x0A]
  }

  private static func escaped(_ text: [UInt8], isKey: Bool) -> [UInt8] {
    var output: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\\": output += "\\\\".utf8
      case "\t": output += "\\t".utf8
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\u{C}": output += "\\f".utf8
      case " " where isKey || output.isEmpty: output += "\\ ".utf8
      case "=" where isKey, ":" where isKey, "#" where isKey, "!" where isKey:
        output += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case " "..."~": output.append(UInt8(ascii: scalar))
      default:
        for unit in UTF16.encode(scalar) ?? .init() { output += "\\u".utf8 + HexDigits.of(unit, 4) }
      }
    }
    return output
  }
}
