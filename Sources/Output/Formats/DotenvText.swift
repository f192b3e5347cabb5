import SafeText

/// Lines that python-dotenv, node and docker compose read alike. Tests run the first two; compose follows
/// compose-go's dotenv/parser.go and template/template.go.
package enum DotenvText {
  package static func line(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    guard let text = variable.text else { return [] }
    guard let value = spelling(text) else {
      throw .value("cannot be quoted for all readers of '.env' files")
    }
    return variable.name.bytes + [UInt8(ascii: "=")] + value + [0x0A]
  }

  private static func spelling(_ text: [UInt8]) -> [UInt8]? {
    if text.allSatisfy(isBare) { return text }
    // Readers fold line ends, and python-dotenv expands `${…}` with any quotes or none.
    if text.contains(0x0D) || isFilledIn(text) { return nil }
    let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
    if !text.contains(single) && !isUnescaped(text, before: "\\") {
      return [single] + text + [single]
    }
    // A `\` before these is an escape for some readers and literal for others.
    if !text.contains(double) && !isUnescaped(text, before: "\\'abcfnrtv$0") && !isExpanded(text) {
      return [double] + text + [double]
    }
    return isPlain(text) ? text : nil
  }

  /// Whether a `\` is before any of these characters, or at the end, where it may escape the quote.
  private static func isUnescaped(_ text: [UInt8], before escaped: String) -> Bool {
    let slash = UInt8(ascii: "\\")
    return text.last == slash
      || zip(text, text.dropFirst()).contains { $0 == slash && escaped.utf8.contains($1) }
  }

  /// Whether compose expands or refuses the text in double quotes or unquoted: a `$` is before `$`, `{` or a name.
  private static func isExpanded(_ text: [UInt8]) -> Bool {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return zip(scalars, scalars.dropFirst()).contains { dollar, next in
      guard dollar == "$" else { return false }
      switch next {
      case "$", "{", "_", "a"..."z", "A"..."Z": return true
      // Its pattern ignores case and so matches the long s and the Kelvin sign.
      case "\u{17F}", "\u{212A}": return true
      default: return false
      }
    }
  }

  /// Whether the text can be unquoted: a single trimmed line without a quote at the start or a comment. No reader has
  /// escapes there.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    // Python also strips the four separators of ASCII.
    let isTrimmed = [first, last].contains {
      $0.properties.isWhitespace || ("\u{1C}"..."\u{1F}").contains($0)
    }
    return !isTrimmed && !"'\"`".unicodeScalars.contains(first)
      && !text.contains { "\n#".utf8.contains($0) } && !isExpanded(text)
  }

  /// Whether the text contains `${NAME}` or `${NAME:-DEFAULT}` with any NAME.
  private static func isFilledIn(_ text: [UInt8]) -> Bool {
    let close = UInt8(ascii: "}")
    let colon = UInt8(ascii: ":")
    var rest = text[...]
    while let start = rest.indices.first(where: { rest[$0...].starts(with: "${".utf8) }) {
      rest = rest[(start + 2)...].drop { $0 != close && $0 != colon }
      if rest.first == close { return true }
      if rest.starts(with: ":-".utf8) { return rest.contains(close) }
    }
    return false
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "_./:@%+,-".utf8.contains(byte)
  }
}
