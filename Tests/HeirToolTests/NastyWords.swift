extension NastyStrings {
  static let words = [
    "yes", "no", "Yes", "NO", "on", "Off", "y", "N", "true", "True", "false", "null", "NULL", "nil",
    "~",
    "NaN", ".nan", ".inf", "-.INF", "inf", "1", "-1", "+1", "012", "0o7", "0x1F", "0b1", "1_000",
    "1e3",
    "1.0e+3", "1.", ".5", "12:30:45", "2001-01-01", "2001-01-01T00:00:00Z", "=", "<<", "-", "- a",
    "?",
    "? b", ":", ": c", "a: b", "a:", "a #b", "#c", "%x", "@x", "`x", "|", ">", "&a", "*a", "!t",
    "!!str x",
    "---", "...", "[", "[]", "{", "{}", "]", ",", "''", "\"\"", "\"\"\"", "'''", " lead", "trail ",
    "\ttab",
    "\u{0C}", "\u{0B}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}x", "\u{FFFD}",
    "\u{E000}",
    "\u{F600}", "\u{F6FF}", "\u{10FFFF}", "\u{1F600}", "\r\n", "a\r", "a\n", "\n\n", "\\n",
    "a\\\\b", "a\\",
    "\\u0041", "!a", "a=b", "a b=c", "export A=1", "EOF", "-Xmx512m -Dfoo=\"a b\"", "[\"it's\"]",
    "1234567890123456789012345678901234567890", "%s", "$$", "$(a)", "a\\\nb", ";", "; c", "* x",
  ]

  /// Characters that are none in Swift's source; readers differ about them.
  static let noncharacters = [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE].compactMap { value in
    Unicode.Scalar(UInt32(value)).map { "a" + String(Character($0)) }
  }

  static func withWords(_ count: Int, seed: UInt64) -> [String] {
    let others = make(count, seed: seed)
    let joined = zip(others.reversed(), (0..<count).map { words[$0 % words.count] }).map { $1 + $0 }
    return words + noncharacters + others + joined
  }
}
