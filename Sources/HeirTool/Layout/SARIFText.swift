/// Text for SARIF's plain messages (§3.11.6).
package enum SARIFText {
  /// Escapes the end of a link's text, so that a key cannot make a link.
  ///
  /// Braces are not doubled: messages without arguments show doubled braces as two.
  package static func plain(_ text: String) -> String {
    var output: [UInt8] = []
    var backslashes = 0
    var bytes = text.utf8.makeIterator()
    var pending = bytes.next()
    while let byte = pending {
      pending = bytes.next()
      let closes = byte == UInt8(ascii: "]") && pending == UInt8(ascii: "(")
      // The bracket is escaped already.
      if closes && backslashes % 2 == 0 { output.append(UInt8(ascii: "\\")) }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
