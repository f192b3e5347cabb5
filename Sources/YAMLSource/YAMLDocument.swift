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
  }

  package var content: Content
  /// The offset of its first byte after tag and anchor; for an alias, of the alias sign.
  package var start: Int
  /// Comments on the lines before the item and on its line, without the sign `#`.
  package var comments = YAMLComments()
}

extension YAMLNode {
  package init(_ content: Content, start: Int = 0) { (self.content, self.start) = (content, start) }
}

/// A member of a mapping; the comments of its value are those of the member.
package struct YAMLMember: Sendable {
  /// The text of the key.
  package var name: [UInt8]
  /// The offset of the key.
  package var start: Int
  package var value: YAMLNode
}

extension YAMLMember {
  package init(_ name: [UInt8], _ value: YAMLNode, start: Int = 0) {
    (self.name, self.value, self.start) = (name, value, start)
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
  /// The program whose reading of values is followed: Psych or PyYAML.
  package enum Dialect: Sendable { case ruby, python }

  /// A place where the value is probably not what the author expects.
  package struct Note: Sendable {
    package enum Kind: Sendable {
      /// The stream contains another document, which is not read.
      case furtherDocuments
      /// The key replaces an earlier value of the same mapping.
      case duplicateName
      /// The text is a date or time for the program that reads the file.
      case timestamp
      /// The text is a symbol for Psych; its colon is removed.
      case symbol
    }

    package let kind: Kind
    package let start: Int
  }

  package let source: Source
  /// Null for an empty document.
  package let root: YAMLNode
  package let notes: [Note]
  package let commentsAtEnd: [[UInt8]]

  package init(_ source: Source, _ dialect: Dialect) throws(YAMLError) {
    try Self.checkCharacters(source)
    var parser = YAMLParser(source, dialect)
    root = try parser.parseDocument()
    self.source = source
    notes = parser.notes
    commentsAtEnd = parser.takeComments(atEnd: true)
  }

  /// Rejects text that is not UTF-8, and the control characters that YAML 1.1 excludes.
  private static func checkCharacters(_ source: Source) throws(YAMLError) {
    guard source.count <= Source.largest else {
      throw YAMLError(.tooLarge(limit: Source.largest), ByteRange(0, 0))
    }
    let bytes = source.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLError(.isUTF16, ByteRange(0, 2))
    }
    var at = 0
    while at < source.count {
      switch bytes[at] {
      case 0x20..<0x7F, 0x09, 0x0A, 0x0D: at += 1
      case ..<0x80: throw YAMLError(.controlCharacter, ByteRange(at, at + 1))
      default:
        guard let count = UTF8Sequence.length(bytes, at) else {
          throw YAMLError(.invalidUTF8, ByteRange(at, at + 1))
        }
        // U+0080 to U+009F without U+0085, U+FFFE and U+FFFF.
        let isControl = bytes[at] == 0xC2 && bytes[at + 1] < 0xA0 && bytes[at + 1] != 0x85
        let isNoCharacter = bytes[at] == 0xEF && bytes[at + 1] == 0xBF && bytes[at + 2] >= 0xBE
        if isControl || isNoCharacter {
          throw YAMLError(.controlCharacter, ByteRange(at, at + count))
        }
        at += count
      }
    }
  }
}

extension UTF8Sequence {
  fileprivate static func length(_ bytes: [UInt8], _ at: Int) -> Int? {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe $0.baseAddress.flatMap { unsafe length($0 + at) }
    }
  }
}
