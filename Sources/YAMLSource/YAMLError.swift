import JSONSource

/// A problem that makes a source unusable as YAML, and its range.
package struct YAMLError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case isUTF16, invalidUTF8, controlCharacter, tab, wrongIndentation, unexpectedText
    case startMissing, markerInside, wrongDirective
    case colonMissing, keyInLine, keyInLines, collectionAsKey, wrongMerge
    case unknownEscape, unpairedSurrogate, wrongBlockHeader
    case notFinite, wrongNumber
    case wrongAnchor, secondProperty, propertyOfAlias, tooManyAliases
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case longKey(limit: Int)
    case longNumber(limit: Int)
    case wrongHexEscape(digits: Int)
    /// A character that cannot start a value here; zero at the end of the file.
    case unexpected(UInt8)
    case separatorMissing(closing: Unicode.Scalar)
    case unclosed(UInt8)
    case unknownAlias([UInt8])
    case recursiveAlias([UInt8])
    case unsupportedTag([UInt8])
    case tagMismatch([UInt8])
  }

  package let problem: Problem
  package let range: ByteRange

  init(_ problem: Problem, _ range: ByteRange) {
    self.problem = problem
    self.range = range
  }
}

extension YAMLError.Problem {
  /// What is wrong and what to do. It quotes only anchors and tags, because a value may be a secret.
  package var words: String {
    switch self {
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooManyAliases: "aliases expand to too many values; write fewer aliases"
    case .invalidUTF8: "invalid UTF-8; convert the file to UTF-8"
    case .isUTF16: "the file is UTF-16; convert it to UTF-8"
    case .controlCharacter: "control character; remove it, or escape it in double quotes"
    case .tab: "a tab cannot indent; use spaces"
    case .unexpected(0...0x20), .unexpected(0x80...): "unexpected end of the line; expected a value"
    case .unexpected(UInt8(ascii: "-")):
      "a sequence cannot start here; write it on its own lines"
    case .unexpected(UInt8(ascii: ":")): "unexpected ':'; write a key before it"
    case .unexpected(let byte):
      "unexpected '\(Unicode.Scalar(byte))'; put text that starts with it in quotes"
    case .unexpectedText: "unexpected text after a value; remove it, or quote the whole value"
    case .wrongIndentation: "wrong indentation; align it with the lines before"
    case .separatorMissing(let closing): "expected ',' or '\(closing)' after a value"
    case .unclosed(let byte): "'\(Unicode.Scalar(byte))' is never closed"
    case .colonMissing: "expected ':' and a space after a key"
    case .keyInLine: "a mapping cannot start here; write it on its own lines, or quote the text"
    case .keyInLines: "a key must be on one line; write '?' before it"
    case .longKey(let limit): "a key has more than \(limit) characters; write '?' before it"
    case .collectionAsKey: "a key cannot be a sequence or mapping; write text"
    case .unknownEscape: "unknown escape in a string; write \\\\ for a backslash"
    case .wrongHexEscape(let digits): "expected \(digits) hexadecimal digits"
    case .unpairedSurrogate: "the escape is not a Unicode character"
    case .markerInside: "a line '---' or '...' in a value; close the value before it"
    case .wrongBlockHeader: "expected the end of the line after '|' or '>'"
    case .wrongAnchor: "an anchor or alias needs a name of letters and digits"
    case .secondProperty: "second anchor or tag for one value; remove one"
    case .propertyOfAlias: "an alias cannot have an anchor or tag; remove it"
    case .unknownAlias(let name): "unknown alias '*\(Self.text(name))'; add the anchor before it"
    case .recursiveAlias(let name):
      "alias '*\(Self.text(name))' is inside its own anchor; JSON cannot express that"
    case .unsupportedTag(let tag): "unsupported tag '\(Self.text(tag))'; write the value without it"
    case .tagMismatch(let tag): "the value does not fit its tag '\(Self.text(tag))'"
    case .wrongMerge: "'<<' needs a mapping or a sequence of mappings"
    case .notFinite: "JSON has no infinity and no NaN; write a string"
    case .wrongNumber: "the number has no digits; write a string"
    case .longNumber(let limit): "a number has more than \(limit) digits; write a string"
    case .wrongDirective: "wrong directive; write '%YAML 1.1' or remove the line"
    case .startMissing: "expected a line '---' before the document"
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(80), as: UTF8.self)
  }
}

extension YAMLDocument.Note.Kind {
  package var words: String {
    switch self {
    case .furtherDocuments: "only the first document of the file is read"
    case .duplicateName: "the key is given twice; the last value counts"
    case .timestamp: "a date is imported as text"
    case .symbol: "a symbol is imported as text"
    }
  }
}
