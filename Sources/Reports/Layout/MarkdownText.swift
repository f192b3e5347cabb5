import Legible

/// Text in the Markdown of GitHub: it breaks no table, pings nobody, and refers to
/// no issue and no commit.
///
/// Mentions, issue numbers, commits and addresses become links after the Markdown is read, so that no
/// backslash and no entity keeps one from becoming one; code alone is left as it is.
enum MarkdownText {
  /// A key, a scope, a value: as code, in a cell or in a line.
  static func code(_ text: some Sequence<UInt8>) -> String {
    let text = Printable.string(text)
    if text.isEmpty { return "<code></code>" }
    // A cell ends at a pipe, also in code, and a backslash before it has two readings.
    let isPlain = !text.utf8.contains { "`|\\".utf8.contains($0) }
    if isPlain && text.utf8.first != 0x20 && text.utf8.last != 0x20 { return "`\(text)`" }
    return "<code>\(entities(text))</code>"
  }

  /// A sentence, inside a cell or a line: words of letters as they are, and all else as code.
  package static func text(_ text: some Sequence<UInt8>) -> String {
    Printable.string(text).utf8.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { $0.isEmpty || isPlainWord($0) ? String(decoding: $0, as: UTF8.self) : code($0) }
      .joined(separator: " ")
  }

  /// Letters with quotes or brackets around them and a mark behind; or a number with a mark behind.
  private static func isPlainWord(_ word: Substring.UTF8View) -> Bool {
    var inside = word.drop { "\"'(".utf8.contains($0) }
    while let last = inside.last, "\"').,;:".utf8.contains(last) { inside.removeLast() }
    if inside.isEmpty { return false }
    // At the start of a line a number with a dot begins a list.
    if inside.allSatisfy(\.isDigit) {
      return inside.count < 7 && word.last != UInt8(ascii: ".") && word.last != UInt8(ascii: ")")
    }
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter }
    // Seven digits of a number to the base 16 may be a commit.
    let isCommit =
      inside.count >= 7
      && inside.allSatisfy {
        $0.isDigit || 0x61...0x66 ~= $0.lowered
      }
    return !isCommit
      && inside.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'") }
      && inside.first.map(isLetter) == true
  }

  /// No character of ASCII but letters and digits as itself, so that nothing is read as Markdown.
  private static func entities(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte in
      byte >= 0x80 || byte.isLetterOrDigit ? [byte] : Array("&#\(byte);".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
