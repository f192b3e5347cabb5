/// Counts the code points of a source, for formats that do not measure columns in bytes.
/// It stores the count at every 512th byte, so that a lookup far into a long line stays cheap.
package struct CodePointMap: Sendable {
  private static let stride = 512

  private let source: Source
  private let counts: [UInt32]

  package init(_ source: Source) {
    self.source = source
    var count = 0
    var counts: [UInt32] = []
    counts.reserveCapacity(source.count / Self.stride + 1)
    for block in Swift.stride(from: 0, through: source.count, by: Self.stride) {
      counts.append(UInt32(truncatingIfNeeded: count))
      count += Self.count(source, block, min(block + Self.stride, source.count))
    }
    self.counts = counts
  }

  package func count(in range: ByteRange) -> Int {
    max(0, count(before: range.end) - count(before: range.start))
  }

  private func count(before offset: Int) -> Int {
    let offset = min(max(0, offset), source.count)
    let block = offset / Self.stride
    return Int(counts[block]) + Self.count(source, block * Self.stride, offset)
  }

  private static func count(_ source: Source, _ start: Int, _ end: Int) -> Int {
    // Continuation bytes are 10xxxxxx.
    source.bytes[start..<end].count { $0 & 0xC0 != 0x80 }
  }
}
