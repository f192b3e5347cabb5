/// Bytes that replace a range of a source.
package struct Splice: Equatable, Sendable {
  package let range: ByteRange
  package let bytes: [UInt8]

  package init(_ range: ByteRange, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension [Splice] {
  /// The source's bytes after these splices; ranges to delete may overlap.
  package func applied(to source: Source) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + reduce(0) { $0 + $1.bytes.count })
    var at = 0
    // By offset; splices at the same offset keep their order.
    for (_, splice) in enumerated().sorted(by: {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }) {
      if splice.range.start > at { result += source[ByteRange(at, splice.range.start)] }
      result += splice.bytes
      at = Swift.max(at, splice.range.end)
    }
    return result + source[ByteRange(at, source.count)]
  }
}
