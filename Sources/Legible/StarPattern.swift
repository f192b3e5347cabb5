/// A text in which each `*` stands for any bytes, also for none.
package struct StarPattern: Hashable, Sendable {
  /// As it is written.
  package let text: [UInt8]

  private static let star = UInt8(ascii: "*")
  // Longer pieces are looked for without ever going back in the text.
  private static let short = 16

  /// Takes the pattern as written.
  package init(_ text: [UInt8]) { self.text = text }

  /// Whether the pattern covers the whole of some bytes; the cost is that of both lengths.
  package func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable(matches) ?? Array(bytes).withUnsafeBufferPointer(matches)
  }

  private func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { text in
      guard let first = text.firstIndex(of: Self.star), let last = text.lastIndex(of: Self.star)
      else { return text.elementsEqual(bytes) }
      let ending = text.count - last - 1
      guard bytes.count >= first + ending,
        text[..<first].elementsEqual(bytes[..<first]),
        text[(last + 1)...].elementsEqual(bytes[(bytes.count - ending)...])
      else { return false }
      // What is taken as early as it can be leaves the most to those behind.
      var rest = bytes[first..<(bytes.count - ending)]
      var start = first + 1
      while start <= last {
        let end = text[start...].firstIndex(of: Self.star) ?? last
        if start < end {
          guard let found = Self.end(of: text[start..<end], in: rest) else { return false }
          rest = rest[found...]
        }
        start = end + 1
      }
      return true
    }
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Where the first occurrence of a piece ends.
  private static func end(of piece: Bytes, in bytes: Bytes) -> Int? {
    if piece.count > bytes.count { return nil }
    if piece.count <= short {
      var start = bytes.startIndex
      while start + piece.count <= bytes.endIndex {
        if bytes[start] == piece[piece.startIndex],
          bytes[start..<(start + piece.count)].elementsEqual(piece)
        {
          return start + piece.count
        }
        start += 1
      }
      return nil
    }
    // How many bytes at the end of each start of the piece begin it, too (Knuth, Morris and Pratt).
    var borders = [0]
    var matched = 0
    func follow(_ byte: UInt8) {
      while matched > 0, piece[piece.startIndex + matched] != byte {
        matched = borders[matched - 1]
      }
      if piece[piece.startIndex + matched] == byte { matched += 1 }
    }
    for byte in piece.dropFirst() {
      follow(byte)
      borders.append(matched)
    }
    matched = 0
    for index in bytes.indices {
      follow(bytes[index])
      if matched == piece.count { return index + 1 }
    }
    return nil
  }
}
