import Trees

/// Lines for systemd's `EnvironmentFile=`.
package enum SystemdText {
  // The kernel's limit for a variable, MAX_ARG_STRLEN, including the NUL.
  package static let longest = 128 << 10

  /// In double quotes all versions unescape `\"` and `\\` and keep newlines. Versions differ in other escapes and in
  /// single quotes.
  package static func line(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    guard let text = variable.text else { return [] }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      // Before version 248 systemd dropped the whole variable.
      if scalar < " " && scalar != "\n" && scalar != "\t" || scalar == "\u{7F}" {
        throw RepresentationError(
          "contains a control character; systemd ignores such variables")
      }
      if scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) {
        throw RepresentationError(
          "contains a Unicode noncharacter; systemd refuses such files")
      }
    }
    if variable.name.bytes.count + text.count + 2 > longest {
      throw RepresentationError(
        "makes a variable of more than \(longest >> 10) KiB, more than a program can receive")
    }
    let body = text.flatMap { byte in
      "\"\\".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return variable.name.bytes + Array("=\"".utf8) + body + Array("\"\n".utf8)
  }
}
