/// The bytes of a file, shared by its document, its places and its error excerpts.
package final class Source: Sendable {
  /// The size limit, so that offsets fit in 32 bits.
  package static let largest = 256 << 20

  // A zero byte follows the text: no token contains it, so the scanner stops there.
  let bytes: [UInt8]
  /// The offset of the text after a byte order mark.
  package let textStart: Int

  package init(_ bytes: consuming [UInt8]) {
    textStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bytes.append(0)
    self.bytes = bytes
  }

  package var count: Int { bytes.count - 1 }

  package subscript(range: ByteRange) -> ArraySlice<UInt8> {
    bytes[range.start..<range.end]
  }

  /// Whether `byte` occurs anywhere directly before `next`.
  package func holds(_ byte: UInt8, before next: UInt8) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = textStart
      while at < count {
        // Most files contain no such byte.
        while at + 32 <= count,
          all.word(at: at).firsts(of: byte) | all.word(at: at + 8).firsts(of: byte)
            | all.word(at: at + 16).firsts(of: byte) | all.word(at: at + 24).firsts(of: byte) == 0
        {
          at += 32
        }
        if at + 8 <= count {
          let hits = all.word(at: at).firsts(of: byte)
          if hits == 0 {
            at += 8
            continue
          }
          at += hits.trailingZeroBitCount / 8
        }
        if all[at] == byte, all[at + 1] == next { return true }
        at += 1
      }
      return false
    }
  }

  package func isEqual(to other: Source) -> Bool {
    bytes.withUnsafeBytes { one in other.bytes.withUnsafeBytes { one.isEqual(to: $0) } }
  }
}

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
