/// Text for SARIF's plain messages (§3.11.6).
package enum SARIFText {
  /// Escapes the end of a link's text, so that a key cannot make a link.
  ///
  /// Braces are not doubled: messages without arguments show doubled braces as two.
  package static func plain(_ text: String) -> String {
    var output: [UInt8] = []
    var isEscaped = false
    for (byte, next) in zip(text.utf8, Array(text.utf8.dropFirst()) + [0]) {
      let closes = byte == UInt8(ascii: "]") && next == UInt8(ascii: "(")
      if closes && !isEscaped { output.append(UInt8(ascii: "\\")) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
