import SafeText

/// Text for GitHub's Markdown that cannot break a table, mention a user, or refer to an issue or a commit.
///
/// GitHub makes these links after it parses Markdown, so that escapes do not prevent them; only code is literal.
package enum MarkdownText {
  package static func code(_ text: some Sequence<UInt8>) -> String {
    let text = Printable.string(text)
    if text.isEmpty { return "<code></code>" }
    // A pipe ends a cell even in code, and a backslash before it is ambiguous.
    let isPlain = !text.utf8.contains { "`|\\".utf8.contains($0) }
    if isPlain && text.utf8.first != 0x20 && text.utf8.last != 0x20 { return "`\(text)`" }
    return "<code>\(entities(text))</code>"
  }

  /// A sentence for a cell or a line: words of letters as they are, everything else as code.
  package static func text(_ text: some Sequence<UInt8>) -> String {
    Printable.string(text).utf8.split(separator: 0x20, omittingEmptySubsequences: false)
      .map(word).joined(separator: " ")
  }

  private static func word(_ word: Substring.UTF8View) -> String {
    if word.isEmpty || isPlainWord(word) { return String(decoding: word, as: UTF8.self) }
    let inside = word.drop { $0 == UInt8(ascii: "(") }
    let ends = inside.contains(UInt8(ascii: "(")) ? ".,;:" : ").,;:"
    let tail = inside.reversed().prefix { ends.utf8.contains($0) }.count
    if tail == inside.count { return code(word) }
    return String(decoding: word.dropLast(inside.count), as: UTF8.self)
      + code(inside.dropLast(tail)) + String(decoding: inside.suffix(tail), as: UTF8.self)
  }

  /// Letters or digits with quotes, brackets and punctuation around them.
  private static func isPlainWord(_ word: Substring.UTF8View) -> Bool {
    var inside = word.drop { "\"'(".utf8.contains($0) }
    while let last = inside.last, "\"').,;:".utf8.contains(last) { inside.removeLast() }
    if inside.isEmpty { return false }
    // A number with a dot at the start of a line begins a list.
    if inside.allSatisfy(\.isDigit) {
      return inside.count < 7 && word.last != UInt8(ascii: ".") && word.last != UInt8(ascii: ")")
    }
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter }
    // Seven hexadecimal digits may be a commit.
    let isCommit =
      inside.count >= 7 && inside.allSatisfy { $0.isDigit || 0x61...0x66 ~= $0.lowered }
    return !isCommit
      && inside.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'") }
      && inside.first.map(isLetter) == true
  }

  /// Encodes all of ASCII except letters and digits, so that nothing is read as Markdown.
  private static func entities(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte in
      byte >= 0x80 || byte.isLetterOrDigit ? [byte] : Array("&#\(byte);".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
