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

  private init(_ text: String, standsFor value: String) {
    self.init(Array(text.utf8), .bytes(Array(value.utf8)))
  }

  /// What a string takes: at each edge of what is special, and of each length of UTF-8.
  static let taken: [RunMark] =
    ["", "!", "#", "[", "]", "~", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}"]
    .map { RunMark($0, standsFor: $0) }
    + ["\u{FFFF}", "\u{10000}", "\u{10FFFF}"].map { RunMark($0, standsFor: $0) }

  /// Escapes that a string takes.
  static let escapes: [RunMark] = [
    (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n"), (#"\u0000"#, "\0"), (#"\u00e9"#, "é"),
    (#"\ud83d\ude00"#, "😀"),
  ].map { RunMark($0, standsFor: $1) }

  /// Each form that is not UTF-8: a byte that none begins with, one that continues nothing, overlong forms,
  /// surrogates, what is beyond U+10FFFF, and sequences that end too early.
  static let malformed: [RunMark] =
    ([
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]]).map { RunMark($0, .refused(.invalidUTF8, at: 0, length: 1)) }

  /// What a string does not take.
  static let refused: [RunMark] =
    malformed
    + ([0x00, 0x09, 0x0A, 0x1F] as [UInt8]).map {
      RunMark([$0], .refused(.controlCharacter($0), at: 0, length: 1))
    } + [
      RunMark(Array(#"\x"#.utf8), .refused(.unknownEscape, at: 1, length: 1)),
      RunMark(Array(#"\u00g"#.utf8), .refused(.unknownEscape, at: 4, length: 1)),
      RunMark(Array(#"\ud83d"#.utf8), .refused(.unpairedSurrogate, at: 0, length: 6)),
      RunMark(Array(#"\udc00"#.utf8), .refused(.unpairedSurrogate, at: 0, length: 6)),
    ]
}
