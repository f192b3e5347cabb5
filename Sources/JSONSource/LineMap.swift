/// Maps offsets of a source to lines and columns.
/// It stores the line at every 512th byte, so that its size depends on the bytes and not on the lines.
package struct LineMap: Sendable {
  private struct Mark {
    let linesBefore: UInt32
    let lineStart: UInt32
  }

  private static let stride = 512

  private let source: Source
  private let marks: [Mark]

  package init(_ source: Source) {
    self.source = source
    // Columns count from after the byte order mark.
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

  /// As `position(of:)` without a map; nil if the offset is far from the start.
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
    var missing = number - 1 - Int(marks[low].linesBefore)
    for index in (low * Self.stride)..<min((low + 1) * Self.stride, source.count)
    where source.bytes[index] == 0x0A {
      missing -= 1
      if missing == 0 { return index + 1 }
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
