import JSONSource

/// What the bytes of one source stand in, noted for every 256th in one pass, so that an excerpt need read no
/// more than what it shows.
struct InsideMap {
  /// What the bytes before one leave it in.
  struct Mark {
    enum Inside: UInt8 {
      case nothing, string
      /// In a string, behind a backslash.
      case escape
      /// Behind a slash that may begin a comment.
      case slash
      case lineComment, blockComment
      /// In a comment, behind an asterisk that may end it.
      case asterisk
    }

    private(set) var inside: Inside
    /// The last byte outside strings and comments that is no white space; 0 before the first.
    private(set) var last: UInt8 = 0

    init(inside: Inside = .nothing) { self.inside = inside }

    /// Whether a name may come next.
    var beginsMember: Bool { last != UInt8(ascii: ":") && last != UInt8(ascii: "[") }

    mutating func pass(_ byte: UInt8) {
      switch (inside, byte) {
      case (.blockComment, UInt8(ascii: "*")), (.asterisk, UInt8(ascii: "*")): inside = .asterisk
      case (.asterisk, UInt8(ascii: "/")): inside = .nothing
      case (.asterisk, _): inside = .blockComment
      case (.blockComment, _): break
      // Neither a string nor a comment of the other kind goes on behind the end of its line.
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

  /// Cost: one pass over the source.
  init(_ source: Source) {
    self.source = source
    marks.reserveCapacity(source.count / Self.stride + 1)
    var mark = Mark()
    for (index, byte) in source[ByteRange(source.textStart, source.count)].enumerated() {
      if index % Self.stride == 0 { marks.append(mark) }
      mark.pass(byte)
    }
    if marks.isEmpty { marks.append(mark) }
  }

  /// What the byte at an offset stands in.
  func mark(at offset: Int) -> Mark {
    let block = min(max(0, offset - source.textStart) / Self.stride, marks.count - 1)
    var mark = marks[block]
    let start = source.textStart + block * Self.stride
    for byte in source[ByteRange(start, max(start, min(offset, source.count)))] { mark.pass(byte) }
    return mark
  }
}
