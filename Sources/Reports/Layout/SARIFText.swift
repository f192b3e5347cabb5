/// Text as SARIF's plain messages have it (§3.11.6).
package enum SARIFText {
  /// With a backslash before what would end the text of an embedded link, so that a key makes none.
  ///
  /// Braces stay as they are: they stand for arguments, of which there are none, and what shows messages
  /// without arguments shows doubled braces as two.
  package static func plain(_ text: String) -> String {
    var output: [UInt8] = []
    var backslashes = 0
    var bytes = text.utf8.makeIterator()
    var pending = bytes.next()
    while let byte = pending {
      pending = bytes.next()
      let closes = byte == UInt8(ascii: "]") && pending == UInt8(ascii: "(")
      // One that is escaped already needs nothing.
      if closes && backslashes % 2 == 0 { output.append(UInt8(ascii: "\\")) }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
