import JSONSource

/// What may stand in a run of plain bytes inside a string or a comment, and what comes of it.
struct RunMark: Sendable {
  enum Meaning: Sendable {
    /// It stands for these bytes.
    case bytes([UInt8])
    /// It is refused, so many bytes behind its beginning.
    case refused(SyntaxError.Problem, at: Int, length: Int)
  }

  let bytes: [UInt8]
  let meaning: Meaning

  private init(_ bytes: [UInt8], _ meaning: Meaning) {
    (self.bytes, self.meaning) = (bytes, meaning)
  }

  private static func itself(_ text: String) -> RunMark {
    RunMark(Array(text.utf8), .bytes(Array(text.utf8)))
  }

  private static func escape(_ text: String, _ value: String) -> RunMark {
    RunMark(Array(text.utf8), .bytes(Array(value.utf8)))
  }

  private static func control(_ byte: UInt8) -> RunMark {
    RunMark([byte], .refused(.controlCharacter(byte), at: 0, length: 1))
  }

  private static func malformed(_ bytes: UInt8...) -> RunMark {
    RunMark(bytes, .refused(.invalidUTF8, at: 0, length: 1))
  }

  /// What a string takes: at each edge of what is special, and of each length of UTF-8.
  static let taken: [RunMark] =
    ["", "!", "#", "[", "]", "~", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}"]
    .map(itself) + ["\u{FFFF}", "\u{10000}", "\u{10FFFF}"].map(itself)

  /// Escapes that a string takes.
  static let escapes: [RunMark] = [
    escape(#"\""#, "\""), escape(#"\\"#, "\\"), escape(#"\n"#, "\n"), escape(#"\u0000"#, "\0"),
    escape(#"\u00e9"#, "é"), escape(#"\ud83d\ude00"#, "😀"),
  ]

  /// Each form that is not UTF-8: a byte that none begins with, one that continues nothing, overlong forms,
  /// surrogates, what is beyond U+10FFFF, and sequences that end too early.
  static let malformed: [RunMark] = [
    malformed(0x80), malformed(0xBF), malformed(0xC0, 0x80), malformed(0xC1, 0xBF),
    malformed(0xE0, 0x9F, 0x80), malformed(0xED, 0xA0, 0x80), malformed(0xF0, 0x8F, 0x80, 0x80),
    malformed(0xF4, 0x90, 0x80, 0x80), malformed(0xF5, 0x80, 0x80, 0x80), malformed(0xFF),
    malformed(0xC3), malformed(0xE2, 0x82), malformed(0xF0, 0x9F, 0x98),
  ]

  /// What a string does not take.
  static let refused: [RunMark] =
    malformed + [
      control(0x00), control(0x09), control(0x0A), control(0x1F),
      RunMark(Array(#"\x"#.utf8), .refused(.unknownEscape, at: 1, length: 1)),
      RunMark(Array(#"\u00g"#.utf8), .refused(.unknownEscape, at: 4, length: 1)),
      RunMark(Array(#"\ud83d"#.utf8), .refused(.unpairedSurrogate, at: 0, length: 6)),
      RunMark(Array(#"\udc00"#.utf8), .refused(.unpairedSurrogate, at: 0, length: 6)),
    ]
}
