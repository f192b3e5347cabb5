/// Maps offsets of a source to lines, columns and code points.
/// It stores a mark at every 64th byte, so that its size depends on the bytes and not on the lines.
package struct LineMap: Sendable {
  private struct Mark {
    var linesBefore: UInt32 = 0
    var lineStart: UInt32
    var codePoints: UInt32 = 0

    mutating func pass(_ byte: UInt8, at offset: Int) {
      // Continuation bytes are 10xxxxxx.
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte == 0x0A { (linesBefore, lineStart) = (linesBefore + 1, UInt32(offset + 1)) }
    }
  }

  private static let stride = 64

  private let source: Source
  private let marks: [Mark]

  package init(_ source: Source) {
    self.source = source
    // Columns count from after the byte order mark.
    var mark = Mark(lineStart: UInt32(source.textStart))
    var marks: [Mark] = []
    marks.reserveCapacity(source.count / Self.stride + 1)
    for block in Swift.stride(from: 0, through: source.count, by: Self.stride) {
      marks.append(mark)
      for offset in block..<min(block + Self.stride, source.count) {
        mark.pass(source.bytes[offset], at: offset)
      }
    }
    self.marks = marks
  }

  private func mark(before offset: Int) -> Mark {
    let offset = min(max(0, offset), source.count)
    let block = offset / Self.stride
    var mark = marks[block]
    for place in (block * Self.stride)..<offset { mark.pass(source.bytes[place], at: place) }
    return mark
  }

  /// Line and column of an offset, both from 1; columns count bytes, and a line ends at LF.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let mark = mark(before: offset)
    return (Int(mark.linesBefore) + 1, max(0, offset - Int(mark.lineStart)) + 1)
  }

  package func codePoints(in range: ByteRange) -> Int {
    max(0, Int(mark(before: range.end).codePoints) - Int(mark(before: range.start).codePoints))
  }

  package func line(_ number: Int) -> ByteRange {
    let start = start(ofLine: number) ?? source.count
    var end = self.start(ofLine: number + 1).map { $0 - 1 } ?? source.count
    if end > start, source.bytes[end - 1] == 0x0D { end -= 1 }
    return ByteRange(start, end)
  }

  private func start(ofLine number: Int) -> Int? {
    if number <= 1 { return source.textStart }
    // The block in which the line before ends.
    let low = max(0, marks.indices.bisected { marks[$0].linesBefore >= number - 1 } - 1)
    var mark = marks[low]
    for offset in (low * Self.stride)..<min((low + 1) * Self.stride, source.count) {
      mark.pass(source.bytes[offset], at: offset)
      if mark.linesBefore == number - 1 { return offset + 1 }
    }
    return nil
  }
}

extension Range<Int> {
  /// The first number for which `holds` returns true, or the upper bound; `holds` must be monotone.
  package func bisected(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
