import JSONSource
import SafeText

extension SyntaxError {
  /// Quotes only names and words of a fixed list, because a value may be a secret.
  /// `holder` is the kind of file; a text that is not a file gets no advice about file names.
  package func words(
    _ source: Source, isOfFile: Bool = true, holder: String = "a property file"
  ) -> String {
    switch problem {
    case .empty: isOfFile ? "the file is empty; write at least '{}'" : "there is no value"
    case .expected where isOfFile && looksLikeYAML(source):
      "the file looks like YAML; convert it to JSON"
    case .expected(let expectation):
      advice(expectation, source, isOfFile ? holder : nil)
        ?? "expected \(expectation.words(source))"
    case .endsBefore(let expectation):
      "unexpected end\(isOfFile ? " of file" : ""); expected \(expectation.words(source))"
    case .trailingComma:
      "trailing comma; remove it" + Self.elsewhere(isOfFile)
    case .leadingZero: "a number may not have a leading zero; remove the zero"
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      "unterminated string at the end of the line; add '\"', or write the line break as \\n"
    case .controlCharacter(let byte):
      "control character in a string; write it as \(Self.escape(byte))"
    case .unterminatedString: "unterminated string; add '\"'"
    case .unknownEscape
    where source[ByteRange(range.start - 1, range.start)].first != UInt8(ascii: "\\"):
      "\\u must be followed by four hexadecimal digits"
    case .unknownEscape: "unknown escape in a string; write \\\\ for a backslash"
    case .unpairedSurrogate:
      "unpaired surrogate; \\ud800 to \\udbff must be followed by \\udc00 to \\udfff"
    case .invalidUTF8: "invalid UTF-8" + (isOfFile ? "; convert the file to UTF-8" : "")
    case .duplicateName: "duplicate key \(quotedName(range, source)) in one object; remove one"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .comment where isOfFile && looksLikeYAML(source):
      "the file looks like YAML; convert it to JSON"
    case .comment where source[range].first == UInt8(ascii: "#"):
      isOfFile
        ? "JSON has no '#' comments; use '//' or '/* */' in a file named '*.jsonc'"
        : "JSON has no comments; remove it"
    case .comment: "JSON has no comments; use a member \"$comment\"" + Self.elsewhere(isOfFile)
    case .noComment: "comments begin with '//' or '/*'"
    case .unterminatedComment: "unterminated comment; add '*/'"
    case .controlInComment: "control character in a comment; remove it"
    case .mergeConflict:
      "unresolved merge conflict; resolve it and remove the lines '<<<<<<<', '=======' and '>>>>>>>'"
    case .notAnObject: "\(holder) must contain one object, '{ … }'"
    }
  }

  private static func elsewhere(_ isOfFile: Bool) -> String {
    isOfFile ? ", or use a file named '*.jsonc'" : ""
  }

  private static func escape(_ byte: UInt8) -> String {
    String(
      decoding: [UInt8].init { StringEscapes.appendUnit(UInt32(byte), to: &$0) }, as: UTF8.self)
  }
}

/// Unescaped, so that two spellings of a name look the same.
private func quotedName(_ range: ByteRange, _ source: Source) -> String {
  let text = StringEscapes.decode(source[range].dropFirst().dropLast(), atLeast: 80)
  return "\"\(Printable.string(text.prefix(80)))\""
}

extension SyntaxError.Expectation {
  fileprivate func words(_ source: Source) -> String {
    switch self {
    case .value: "a value"
    case .name: "a name in double quotes"
    case .nameOrBrace: "a name in double quotes, or '}'"
    case .valueOrBracket: "a value, or ']'"
    case .colon(let range): "':' after \(quotedName(range, source))"
    case .commaOrBrace(let range): "',' or '}' after the value of \(quotedName(range, source))"
    case .commaOrBracket: "',' or ']'"
    case .digit: "a digit"
    case .end: "nothing after the value"
    }
  }
}

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
