/// The lines of one source, made once for all places in it that are printed.
///
/// It notes where the line of every 512th byte begins and no more, so that a file of nothing but line
/// ends takes no more room than another.
package struct LineMap: Sendable {
  private struct Mark {
    /// How many lines end before the block begins.
    let linesBefore: UInt32
    /// Where the line begins on which the block does.
    let lineStart: UInt32
  }

  private static let stride = 512

  private let source: Source
  private let marks: [Mark]

  /// Cost: one pass over the source.
  package init(_ source: Source) {
    self.source = source
    // A byte order mark is no part of the text: column 1 is the byte behind it.
    var (line, start) = (0, source.textStart)
    var marks: [Mark] = []
    marks.reserveCapacity(source.count / Self.stride + 1)
    for block in Swift.stride(from: 0, through: source.count, by: Self.stride) {
      marks.append(
        Mark(
          linesBefore: UInt32(truncatingIfNeeded: line),
          lineStart: UInt32(truncatingIfNeeded: start)))
      let end = min(block + Self.stride, source.count)
      for index in block..<end where source.bytes[index] == 0x0A {
        line += 1
        start = index + 1
      }
    }
    self.marks = marks
  }

  /// Line and column of an offset, both from 1; columns count bytes, and a line ends at LF.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let block = min(max(0, offset) / Self.stride, marks.count - 1)
    return Self.position(of: offset, in: source, from: block * Self.stride, marks[block])
  }

  /// The same of an offset near the beginning, for which no map need be made; nil for others.
  package static func position(near offset: Int, in source: Source) -> (line: Int, column: Int)? {
    guard offset < 4 * stride, offset >= source.textStart else { return nil }
    let top = Mark(linesBefore: 0, lineStart: UInt32(source.textStart))
    return position(of: offset, in: source, from: source.textStart, top)
  }

  private static func position(
    of offset: Int, in source: Source, from start: Int, _ mark: Mark
  ) -> (line: Int, column: Int) {
    var (line, lineStart, at) = (Int(mark.linesBefore), Int(mark.lineStart), start)
    let end = max(start, min(offset, source.count))
    source.bytes.withUnsafeBytes { bytes in
      while at + 8 <= end {
        let ends = bytes.word(at: at).all(of: 0x0A)
        if ends != 0 {
          line += Int(((ends >> 7) &* 0x0101_0101_0101_0101) >> 56)
          lineStart = at + 8 - ends.leadingZeroBitCount / 8
        }
        at += 8
      }
      for place in at..<end where bytes[place] == 0x0A { (line, lineStart) = (line + 1, place + 1) }
    }
    return (line + 1, max(0, offset - lineStart) + 1)
  }

  /// The range of a line's text, without its end.
  package func line(_ number: Int) -> ByteRange {
    let start = start(ofLine: number) ?? source.count
    var end = self.start(ofLine: number + 1).map { $0 - 1 } ?? source.count
    if end > start, source.bytes[end - 1] == 0x0D { end -= 1 }
    return ByteRange(start, end)
  }

  /// Where a line begins, if there are so many.
  private func start(ofLine number: Int) -> Int? {
    if number <= 1 { return source.textStart }
    // The last block before which fewer lines end than have to holds the end that is sought.
    let low = max(0, marks.indices.bisected { marks[$0].linesBefore >= number - 1 } - 1)
    var missing = number - 1 - Int(marks[low].linesBefore)
    for index in (low * Self.stride)..<min((low + 1) * Self.stride, source.count)
    where source.bytes[index] == 0x0A {
      missing -= 1
      if missing == 0 { return index + 1 }
    }
    return nil
  }
}
