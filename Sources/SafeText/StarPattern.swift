/// A pattern in which each `*` matches any number of bytes.
package struct StarPattern: Hashable, Sendable {
  package let text: [UInt8]

  private static let star = UInt8(ascii: "*")

  /// The range from the first star to the last; nil if there is no star.
  private let stars: ClosedRange<Int>?

  package init(_ text: [UInt8]) {
    self.text = text
    stars = text.firstIndex(of: Self.star).flatMap { first in
      text.lastIndex(of: Self.star).map { first...$0 }
    }
  }

  package func matches(_ bytes: [UInt8]) -> Bool { matches(bytes[...]) }

  /// Cost: linear in both lengths.
  package func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let stars else { return text.elementsEqual(bytes) }
    let (start, end) = (text[..<stars.lowerBound], text[(stars.upperBound + 1)...])
    guard bytes.count >= start.count + end.count, bytes.starts(with: start),
      bytes.suffix(end.count).elementsEqual(end)
    else { return false }
    // The earliest match of a piece leaves the most text to the next.
    var rest = bytes.dropFirst(start.count).dropLast(end.count)
    for piece in text[stars].split(separator: Self.star) {
      guard let found = Self.end(of: piece, in: rest) else { return false }
      rest = rest[found...]
    }
    return true
  }

  private typealias Bytes = ArraySlice<UInt8>

  private static func end(of piece: Bytes, in bytes: Bytes) -> Int? {
    if piece.count > bytes.count { return nil }
    // The length of the longest border of each prefix (Knuth, Morris and Pratt).
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

extension Hasher {
  /// Hashes the bytes at once; `combine` of an array hashes each element by itself.
  package mutating func combine(text: [UInt8]) {
    unsafe text.withUnsafeBytes { unsafe combine(bytes: $0) }
    // The length, so that no text is a prefix of another.
    combine(text.count)
  }
}
