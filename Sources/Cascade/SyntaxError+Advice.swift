import JSONSource
import SafeText

// Advice about syntax of other formats. It quotes only words of a fixed list, because a value may be a
// secret.
extension SyntaxError {
  private static let foreignWords: [(words: [String], replacement: String)] = [
    (["True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"], "true"),
    (["False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"], "false"),
    (["None", "none", "Null", "NULL", "nil", "Nil", "undefined"], "null"),
    (["NaN", "nan", "NAN", "Infinity", "infinity", "Inf", "inf"], "null or a string"),
  ]

  func advice(_ expectation: Expectation, _ source: Source, _ holder: String?) -> String? {
    let rest = source[ByteRange(range.start, source.count)]
    switch expectation {
    case .value, .valueOrBracket, .digit:
      return Self.quotes(rest).map { "strings need \($0)" } ?? foreignWord(source)
    case .name, .nameOrBrace: return Self.quotes(rest).map { "names need \($0)" }
    case .end where rest.first == UInt8(ascii: ":"):
      return holder.map { "\($0) must contain one object, '{ … }'" }
    case .colon, .commaOrBrace, .commaOrBracket, .end: return nil
    }
  }

  private static func quotes(_ text: ArraySlice<UInt8>) -> String? {
    if text.first == UInt8(ascii: "'") { return "double quotes" }
    // U+2018, U+2019, U+201C, U+201D
    let isTypographic =
      text.starts(with: [0xE2, 0x80])
      && text.dropFirst(2).first.map { [0x98, 0x99, 0x9C, 0x9D].contains($0) } == true
    return isTypographic ? "straight double quotes, '\"'" : nil
  }

  private func foreignWord(_ source: Source) -> String? {
    let before = source[ByteRange(0, range.start)].suffix(10).reversed().prefix(while: \.isLetter)
    let after = source[ByteRange(range.start, source.count)].prefix(10).prefix(
      while: \.isWordCharacter)
    let word = before.reversed() + after
    for (words, replacement) in Self.foreignWords {
      if let found = words.first(where: { $0.utf8.elementsEqual(word) }) {
        return "\(found) is not JSON; write \(replacement)"
      }
    }
    return nil
  }

  /// Whether the first line that is neither blank nor a `#` comment looks like YAML.
  func looksLikeYAML(_ source: Source) -> Bool {
    var rest = source[ByteRange(source.textStart, source.count)]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: "#") else { break }
      rest = rest.drop { $0 != 0x0A }
    }
    if ["---", "%YAML", "- "].contains(where: { rest.starts(with: $0.utf8) }) { return true }
    let name = rest.prefix {
      $0.isWordCharacter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
    let behind = rest[name.endIndex...]
    return !name.isEmpty && behind.first == UInt8(ascii: ":")
      && behind.dropFirst().first.map { $0 <= 0x20 } ?? true
  }
}
