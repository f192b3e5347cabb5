import TestSupport

enum NastyStrings {
  private static let pieces = [
    "$(touch canary)", "`touch canary`", "';touch canary;'", "\";touch canary;\"", "\n", "\r", "\t",
    "\\",
    "'", "\"", "$", "${HOME}", "$HOME", "!", "!!", "*", "?", "[a-z]", "~", "#", " # x", "=", "-n",
    "-e", "&",
    "|", ";", "<", ">", "(", ")", "{", "}", " ", "  ", "é", "e\u{301}", "😀", "\u{2028}", "\u{1}",
    "\u{1B}[31m",
    "\u{7F}", "a", "B", "0", "_", ",", ".", "/", ":", "@", "%", "+", "\\n", "\\'", "\\\\",
    "\u{FEFF}", "\u{202E}", "${", "}", ":-", "${A}", "${A:-b}", "${A:b}",
    // Bytes that dash uses for marks of its own, 81 to 88, in characters that hold them.
    "Ё", "с", "т", "\u{201C}", "\u{8081}", "\u{85}",
  ]

  static func make(_ count: Int, seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      if index < pieces.count { return pieces[index] }
      if index == pieces.count { return "" }
      if index == pieces.count + 1 { return String(repeating: "x'", count: 20_000) }
      let length = Int(random.next() % 8) + 1
      return (0..<length).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }
  }

  /// A JSON string for any of them.
  static func json(_ text: String) -> String { PlainValue.quoted(Array(text.utf8)) }
}
