import JSONSource

/// A problem that makes a source unusable as YAML, and its range.
package struct YAMLError: Error, Equatable, Sendable {
  /// What is wrong and what to do. It quotes only well-known tags, because all else may be a secret.
  package struct Problem: Equatable, Sendable {
    package let words: String

    init(_ words: String) { self.words = words }
  }

  package let problem: Problem
  package let range: ByteRange

  init(_ problem: Problem, _ range: ByteRange) {
    self.problem = problem
    self.range = range
  }
}

extension YAMLError.Problem {
  static let tooLarge = Self("the file is larger than \(Source.largest >> 20) MiB")
  static let tooDeep = Self("more than \(YAMLParser.deepest) levels of nesting")
  static let invalidUTF8 = Self("invalid UTF-8; convert the file to UTF-8")
  static let isUTF16 = Self("the file is UTF-16; convert it to UTF-8")
  static let controlCharacter = Self("control character; remove it, or escape it in double quotes")
  static let startMissing = Self("expected a line '---' before the document")
  static let wrongDirective = Self("wrong directive; write '%YAML 1.1' or remove the line")
  static let tab = Self("a tab cannot indent; use spaces")
  static let wrongIndentation = Self("wrong indentation; align it with the lines before")
  static let unexpectedText = Self(
    "unexpected text after a value; remove it, or quote the whole value")
  static let markerInside = Self("a line '---' or '...' in a value; close the value before it")
  static let colonMissing = Self("expected ':' and a space after a key")
  static let keyInLine = Self(
    "a mapping cannot start here; write it on its own lines, or quote the text")
  static let keyInLines = Self("a key must be on one line; write '?' before it")
  static let longKey = Self(
    "a key has more than \(YAMLParser.longestKey) characters; write '?' before it")
  package static let collectionAsKey = Self("a key cannot be a sequence or mapping; write text")
  static let wrongMerge = Self("'<<' needs a mapping or a sequence of mappings")
  static let unknownEscape = Self("unknown escape in a string; write \\\\ for a backslash")
  static let unpairedSurrogate = Self("the escape is not a Unicode character")
  static let wrongBlockHeader = Self("expected the end of the line after '|' or '>'")
  static let notFiniteAsKey = Self("JSON has no infinity and no NaN as a key; write text")
  package static let notFinite = Self("JSON has no infinity and no NaN; write a string")
  static let wrongNumber = Self("the number has no digits; write a string")
  static let largeNumber = Self("the number is too large; write it in decimal digits")
  static let wrongDate = Self("the date does not exist; write a string")
  package static let otherTime = Self("Python spells the time in another way; write a string")
  static let secondAnchor = Self("PyYAML refuses a second anchor of one name; rename one")
  static let wrongTag = Self("wrong tag; remove it, or quote text that begins with '!'")
  static let wrongAnchor = Self("an anchor or alias needs a name of letters and digits")
  static let secondProperty = Self("second anchor or tag for one value; remove one")
  static let propertyOfAlias = Self("an alias cannot have an anchor or tag; remove it")
  static let tooManyAliases = Self("aliases expand to too many values; write fewer aliases")

  static func wrongHexEscape(digits: Int) -> Self { Self("expected \(digits) hexadecimal digits") }
  static func separatorMissing(closing: Unicode.Scalar) -> Self {
    Self("expected ',' or '\(closing)' after a value")
  }
  static func unclosed(_ byte: UInt8) -> Self { Self("'\(Unicode.Scalar(byte))' is never closed") }
  static let unknownAlias = Self("unknown alias; add the anchor before it, or quote the text")
  static let recursiveAlias = Self("an alias is inside its own anchor; JSON cannot express that")
  static let tagMismatch = Self("the value does not fit its tag")

  static func unsupportedTag(_ tag: [UInt8]) -> Self {
    let known = [
      "!vault", "!binary", "!!binary", "!!timestamp", "!!set", "!!omap", "!!pairs", "!Ref", "!Sub",
      "!GetAtt", "!include", "!secret", "!env",
    ]
    guard let name = known.first(where: { tag.elementsEqual($0.utf8) }) else {
      return Self("unsupported tag; write the value without it, or quote text that begins with '!'")
    }
    return Self("unsupported tag '\(name)'; write the value without it")
  }

  /// A character that cannot start a value here; zero at the end of the file.
  static func unexpected(_ byte: UInt8) -> Self {
    switch byte {
    case 0...0x20, 0x80...: Self("unexpected end of the line; expected a value")
    case "-": Self("a sequence cannot start here; write it on its own lines")
    case ":": Self("unexpected ':'; write a key before it")
    default:
      Self("unexpected '\(Unicode.Scalar(byte))'; put text that starts with it in quotes")
    }
  }
}

extension YAMLError.Problem {
  /// Whether Psych or PyYAML may read the file.
  package var isLimit: Bool { [.tooLarge, .tooDeep, .tooManyAliases, .isUTF16].contains(self) }

  /// Whether Psych or PyYAML refuses a file with the value.
  var isRefused: Bool { self == .wrongNumber || self == .wrongDate }
}
