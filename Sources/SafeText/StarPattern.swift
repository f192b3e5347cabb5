/// A pattern in which each `*` matches any number of bytes.
package struct StarPattern: Hashable, Sendable {
  package let text: [UInt8]

  private static let star = UInt8(ascii: "*")

  /// The number of bytes before the first star and after the last; nil if there is no star.
  private let ends: (leading: Int, ending: Int)?

  package init(_ text: [UInt8]) {
    self.text = text
    ends = text.firstIndex(of: Self.star).flatMap { first in
      text.lastIndex(of: Self.star).map { (first, text.count - $0 - 1) }
    }
  }

  package static func == (one: StarPattern, other: StarPattern) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
  package func matches(_ bytes: [UInt8]) -> Bool { matches(bytes[...]) }

  /// Cost: linear in both lengths.
  package func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let ends else { return text.elementsEqual(bytes) }
    guard bytes.count >= ends.leading + ends.ending, bytes.starts(with: text[..<ends.leading]),
      bytes.suffix(ends.ending).elementsEqual(text.suffix(ends.ending))
    else { return false }
    // The earliest match of a piece leaves the most text to the next.
    var rest = bytes.dropFirst(ends.leading).dropLast(ends.ending)
    for piece in text[ends.leading..<(text.count - ends.ending)].split(separator: Self.star) {
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
