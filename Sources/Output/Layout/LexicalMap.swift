import JSONSource

/// The lexical state of a source at every 256th byte, so that an excerpt reads only the bytes around it.
package struct LexicalMap {
  /// The lexical state after the bytes passed so far.
  package struct Mark {
    enum Inside: UInt8 {
      case nothing, string
      /// After a backslash in a string.
      case escape
      /// After a slash that may begin a comment.
      case slash
      case lineComment, blockComment
      /// After an asterisk that may end a comment.
      case asterisk
    }

    private(set) var inside = Inside.nothing
    /// The last byte outside strings, comments and white space; 0 before the first.
    private(set) var last: UInt8 = 0
    /// Number of open brackets since that of a "map", in which names may be secret (A1); 0 outside.
    private(set) var tableDepth = 0
    /// Number of letters of the name "map" that match; `otherName` for another name, `escaped` if it has an escape.
    private var matched = Mark.otherName
    private var expectsTable = false
    private static let otherName = UInt8.max
    private static let escaped = UInt8.max - 1
    private static let tableName = Array("map".utf8)

    var beginsMember: Bool { last != UInt8(ascii: ":") && last != UInt8(ascii: "[") }

    mutating func pass(_ byte: UInt8) {
      let before = inside
      move(byte)
      track(byte, before)
    }

    private mutating func track(_ byte: UInt8, _ before: Inside) {
      switch (before, inside) {
      case (.lineComment, _), (.blockComment, _), (.asterisk, _): break
      case (.escape, _), (.string, .escape): matched = Self.escaped
      case (.string, .string) where matched == Self.escaped: break
      case (.string, .string):
        let isNext = matched < 3 && byte == Self.tableName[Int(matched)]
        matched = isNext ? matched + 1 : Self.otherName
      case (_, .string): (matched, expectsTable) = (0, false)
      case (.string, _): break
      case (_, .nothing) where byte > 0x20: count(byte)
      default: break
      }
    }

    private mutating func count(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if tableDepth > 0 || expectsTable && byte == UInt8(ascii: "{") { tableDepth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): tableDepth = max(0, tableDepth - 1)
      default: break
      }
      expectsTable = byte == UInt8(ascii: ":") && (matched == 3 || matched == Self.escaped)
      matched = Self.otherName
    }

    private mutating func move(_ byte: UInt8) {
      switch (inside, byte) {
      case (.blockComment, UInt8(ascii: "*")), (.asterisk, UInt8(ascii: "*")): inside = .asterisk
      case (.asterisk, UInt8(ascii: "/")): inside = .nothing
      case (.asterisk, _): inside = .blockComment
      case (.blockComment, _): break
      // Strings and line comments end with their line.
      case (_, 0x0A), (_, 0x0D): inside = .nothing
      case (.lineComment, _): break
      case (.escape, _): inside = .string
      case (.string, UInt8(ascii: "\\")): inside = .escape
      case (.string, UInt8(ascii: "\"")): inside = .nothing
      case (.string, _): break
      case (.slash, UInt8(ascii: "/")): inside = .lineComment
      case (.slash, UInt8(ascii: "*")): inside = .blockComment
      case (_, UInt8(ascii: "/")): inside = .slash
      case (_, 0x20), (_, 0x09): inside = .nothing
      default:
        inside = byte == UInt8(ascii: "\"") ? .string : .nothing
        last = byte
      }
    }
  }

  private static let stride = 256

  private let source: Source
  private var marks: [Mark] = []

  package init(_ source: Source) {
    self.source = source
    marks.reserveCapacity(source.count / Self.stride + 1)
    var mark = Mark()
    for (index, byte) in source[ByteRange(source.textStart, source.count)].enumerated() {
      if index % Self.stride == 0 { marks.append(mark) }
      mark.pass(byte)
    }
    if marks.isEmpty { marks.append(mark) }
  }

  package func mark(at offset: Int) -> Mark {
    let block = min(max(0, offset - source.textStart) / Self.stride, marks.count - 1)
    var mark = marks[block]
    let start = source.textStart + block * Self.stride
    for byte in source[ByteRange(start, max(start, min(offset, source.count)))] { mark.pass(byte) }
    return mark
  }
}
