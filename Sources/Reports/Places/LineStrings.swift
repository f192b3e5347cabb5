import JSONSource

/// Where the strings of one line stand, noted for every 256th byte in one pass, so that an excerpt
/// need read no more of a long line than what it shows.
struct LineStrings {
  /// What the bytes before one leave it in.
  enum Inside: UInt8 {
    case nothing, string
    /// In a string, behind a backslash.
    case escape

    mutating func pass(_ byte: UInt8) {
      switch (self, byte) {
      case (.escape, _), (.nothing, UInt8(ascii: "\"")): self = .string
      case (.string, UInt8(ascii: "\"")): self = .nothing
      case (.string, UInt8(ascii: "\\")): self = .escape
      default: break
      }
    }
  }

  private static let stride = 256

  private let start: Int
  private var marks: [Inside] = []

  /// Cost: one pass over the line.
  init(_ source: Source, _ line: ByteRange) {
    start = line.start
    marks.reserveCapacity((line.end - line.start) / Self.stride + 1)
    var inside = Inside.nothing
    source[line].withUnsafeBufferPointer { buffer in
      for (index, byte) in buffer.enumerated() {
        if index % Self.stride == 0 { marks.append(inside) }
        inside.pass(byte)
      }
    }
  }

  /// The last byte at or before `offset` of which it is known what it is in.
  func mark(before offset: Int) -> (offset: Int, inside: Inside) {
    guard offset > start, !marks.isEmpty else { return (start, .nothing) }
    let index = min((offset - start) / Self.stride, marks.count - 1)
    return (start + index * Self.stride, marks[index])
  }
}
