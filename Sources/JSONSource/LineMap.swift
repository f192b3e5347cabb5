/// The lines of one source, made once for all places in it that are printed.
package struct LineMap: Sendable {
  private let source: Source
  private let starts: [Int]

  /// Cost: one pass over the source.
  package init(_ source: Source) {
    self.source = source
    // A byte order mark is no part of the text: column 1 is the byte behind it.
    var starts = [source.textStart]
    source.bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices where buffer[index] == 0x0A { starts.append(index + 1) }
    }
    self.starts = starts
  }

  /// Line and column of an offset, both from 1; columns count bytes, and a line ends at LF.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, max(0, offset - starts[low]) + 1)
  }

  /// The range of a line's text, without its end.
  package func line(_ number: Int) -> ByteRange {
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : source.count
    if end > start, source.bytes[end - 1] == 0x0D { end -= 1 }
    return ByteRange(start, end)
  }
}
