import JSONSource

/// A value of a YAML document with its place and comments. Aliases and merge keys are expanded.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    case null
    case boolean(Bool)
    /// The spelling of the number in JSON.
    case number([UInt8])
    case text([UInt8])
    case sequence([YAMLNode])
    case mapping([YAMLMember])
    /// A value that has no form in JSON, or that an import leaves out, with the reason.
    case leftOut(String, isSecret: Bool = false)
  }

  package var content: Content
  /// The offset of its first byte after tag and anchor; for an alias, of the alias sign.
  package var start: Int
  /// Comments on the lines before the item and on its line, without the sign `#`.
  package var comments: YAMLComments

  package init(_ content: Content, start: Int = 0, comments: YAMLComments = YAMLComments()) {
    self.content = content
    self.start = start
    self.comments = comments
  }

  package var isContainer: Bool {
    switch content {
    case .sequence, .mapping: true
    case .null, .boolean, .number, .text, .leftOut: false
    }
  }

  /// The reasons and places of the values in this one that are left out, and whether they are secret.
  package var leftOut: [(why: String, isSecret: Bool, start: Int)] {
    switch content {
    case .leftOut(let why, let isSecret): [(why, isSecret, start)]
    case .sequence(let elements): elements.flatMap(\.leftOut)
    case .mapping(let members): members.flatMap(\.value.leftOut)
    case .null, .boolean, .number, .text: []
    }
  }
}

/// A member of a mapping; the comments of its value are those of the member.
package struct YAMLMember: Sendable {
  package enum KeyType: Sendable { case text, integer, float, other }

  /// The text of the key.
  package var name: [UInt8]
  package var keyType = KeyType.text
  /// The offset of the key.
  package var start: Int
  package var value: YAMLNode

  package init(_ name: [UInt8], _ value: YAMLNode, start: Int = 0) {
    self.name = name
    self.start = start
    self.value = value
  }
}

/// The comments of an item, without trailing white space.
package struct YAMLComments: Sendable {
  /// Comments on the lines before the item; an empty text is a blank line after a comment.
  package var above: [[UInt8]] = []
  package var beside: [UInt8]?
}

/// The first document of a YAML 1.1 stream, with values as Psych or PyYAML reads them.
package struct YAMLDocument {
  /// The program whose reading of values is followed: Psych, PyYAML or go-yaml 2.
  package enum Dialect: Sendable { case ruby, python, go }

  /// A place where the value is probably not what the author expects.
  package struct Note: Sendable {
    package enum Kind: String, Sendable {
      case furtherDocuments = "only the first document of the file is read"
      case duplicateName = "the key is given twice; the last value counts"
      case timestamp = "a date is imported as text"
      case symbol = "a symbol is imported as text"
      case rubyObject = "a tag for which Puppet refuses the file"
      case recursion = "an alias in its own anchor, because of which Puppet finds no key"
      case refused = "a value for which Psych or PyYAML refuses the file"
      case otherKey =
        "a key that is not text is imported as text; others of the file may be, too"
    }

    package let kind: Kind
    package let start: Int
  }

  /// Null for an empty document.
  package let root: YAMLNode
  package let notes: [Note]
  package let commentsAtEnd: [[UInt8]]

  package init(_ source: Source, _ dialect: Dialect) throws(YAMLError) {
    try Self.checkCharacters(source)
    var parser = YAMLParser(source, dialect)
    root = try parser.parseDocument()
    notes = parser.notes.sorted { $0.start < $1.start }
    commentsAtEnd = parser.takeComments(atEnd: true)
  }

  /// Rejects text that is not UTF-8, and the control characters that YAML 1.1 excludes.
  private static func checkCharacters(_ source: Source) throws(YAMLError) {
    let bytes = source.bytes
    if source.count > Source.largest { throw YAMLError(.tooLarge, ByteRange(0, 0)) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLError(.isUTF16, ByteRange(0, 2))
    }
    if let at = UTF8Sequence.firstInvalid(bytes[..<source.count]) {
      throw YAMLError(.invalidUTF8, ByteRange(at, at + 1))
    }
    for at in 0..<source.count {
      let length =
        switch bytes[at] {
        case 0x09, 0x0A, 0x0D: 0
        case 0..<0x20, 0x7F: 1
        // U+0080 to U+009F without U+0085.
        case 0xC2 where bytes[at + 1] < 0xA0 && bytes[at + 1] != 0x85: 2
        // U+FFFE and U+FFFF.
        case 0xEF where bytes[at + 1] == 0xBF && bytes[at + 2] >= 0xBE: 3
        default: 0
        }
      if length > 0 { throw YAMLError(.controlCharacter, ByteRange(at, at + length)) }
    }
  }
}
