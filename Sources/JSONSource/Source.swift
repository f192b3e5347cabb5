/// The bytes of a file, shared by its document, its places and its error excerpts.
package final class Source: Sendable {
  /// The size limit, so that offsets fit in 32 bits.
  package static let largest = 256 << 20
  static let padding = 8

  // Eight zero bytes follow the text: no token contains them, so the scanner stops there and may read words.
  package let bytes: [UInt8]
  /// The offset of the text after a byte order mark.
  package let textStart: Int

  package init(_ bytes: consuming [UInt8]) {
    textStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bytes += repeatElement(0, count: Self.padding)
    self.bytes = bytes
  }

  package var count: Int { bytes.count - Self.padding }

  package subscript(range: ByteRange) -> ArraySlice<UInt8> {
    bytes[range.start..<range.end]
  }

  package func isEqual(to other: Source) -> Bool {
    bytes == other.bytes
  }
}
