import JSONSource
import Legible

extension SyntaxError {
  /// Whether the source holds nothing but white space and comments.
  package func isOfNothing(_ source: Source) -> Bool {
    if case .endsBefore = problem { source.isBlank } else { false }
  }

  /// What is wrong, in words; of the source only names are quoted, for a value may be a secret. A text that
  /// is no file's has no other name; a file of another kind than a scope's has another `holder`.
  package func words(
    _ source: Source, isOfFile: Bool = true, holder: String = "a property file"
  ) -> String {
    switch problem {
    case .expected(let expectation): "expected \(expectation.words(source))"
    case _ where isOfNothing(source):
      "the file is empty; \(holder) holds one object, '{}' at least"
    case .endsBefore(let expectation): "the file ends where \(expectation.words(source)) belongs"
    case .trailingComma:
      "a comma before a closing bracket; take it out" + Self.elsewhere(isOfFile)
    case .leadingZero: "a number may not begin with 0 and a further digit"
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      "the line ends inside a string; close it with '\"', or write the line break as \\n"
    case .controlCharacter(let byte):
      "control character in a string; write it as \(Self.escape(byte))"
    case .unterminatedString: "this string is never closed; add '\"'"
    case .unknownEscape
    where source[ByteRange(range.start - 1, range.start)].first != UInt8(ascii: "\\"):
      "\\u takes four hexadecimal digits"
    case .unknownEscape: "unknown escape in a string; a backslash itself is written \\\\"
    case .unpairedSurrogate:
      "half of a surrogate pair; \\ud800 to \\udbff must be followed by \\udc00 to \\udfff"
    case .invalidUTF8: "this is not UTF-8; convert the file"
    case .duplicateName:
      "the name \(quotedName(range, source)) stands twice in one object; take one out"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .comment:
      "JSON has no comments; use a member \"$comment\"" + Self.elsewhere(isOfFile)
    case .noComment: "a comment begins with '//' or '/*'"
    case .unterminatedComment: "this comment is never closed; add '*/'"
    case .controlInComment: "control character in a comment; take it out"
    case .mergeConflict:
      "an unresolved merge conflict; keep what is right and take the lines "
        + "'<<<<<<<', '=======' and '>>>>>>>' out"
    case .notAnObject: "\(holder) holds one object, '{ … }'"
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

/// A name of the source in quotes, its escapes undone, so that two spellings of it look the same.
private func quotedName(_ range: ByteRange, _ source: Source) -> String {
  let text = StringEscapes.decode(source[range].dropFirst().dropLast(), atLeast: 80)
  return "\"\(Printable.string(text.prefix(80)))\""
}

extension SyntaxError.Expectation {
  fileprivate func words(_ source: Source) -> String {
    switch self {
    case .value: "a value"
    case .name: "a name in quotes"
    case .nameOrBrace: "a name in quotes, or '}'"
    case .valueOrBracket: "a value, or ']'"
    case .colon(let range): "':' after \(quotedName(range, source))"
    case .commaOrBrace(let range): "',' or '}' after the value of \(quotedName(range, source))"
    case .commaOrBracket: "',' or ']'"
    case .digit: "a digit"
    case .end: "nothing more after the value"
    }
  }
}

extension SourceFile.Home {
  /// What a file is that stands there.
  var holder: String {
    switch self {
    case .values, .facts: "a file of values or of facts"
    case .tree, .former, .commandLine: "a property file"
    }
  }
}
