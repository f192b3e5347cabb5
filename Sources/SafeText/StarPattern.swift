/// A pattern in which each `*` matches any number of bytes.
package struct StarPattern: Hashable, Sendable {
  package let text: [UInt8]

  private static let star = UInt8(ascii: "*")
  // Shorter pieces are searched naively.
  private static let short = 16

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
    if bytes.count < ends.leading + ends.ending { return false }
    // Most names differ from the pattern in their ends.
    var index = 1
    while index <= ends.ending {
      if text[text.count - index] != bytes[bytes.endIndex - index] { return false }
      index += 1
    }
    index = 0
    while index < ends.leading {
      if text[index] != bytes[bytes.startIndex + index] { return false }
      index += 1
    }
    // The earliest match of a piece leaves the most text to the next.
    var rest = bytes.dropFirst(ends.leading).dropLast(ends.ending)
    let last = text.count - ends.ending - 1
    var start = ends.leading + 1
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

  private typealias Bytes = ArraySlice<UInt8>

  private static func end(of piece: Bytes, in bytes: Bytes) -> Int? {
    if piece.count > bytes.count { return nil }
    if piece.count <= short {
      var start = bytes.startIndex
      while start + piece.count <= bytes.endIndex {
        var count = 0
        while count < piece.count, bytes[start + count] == piece[piece.startIndex + count] {
          count += 1
        }
        if count == piece.count { return start + count }
        start += 1
      }
      return nil
    }
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
  /// Hashes eight bytes at a time; `combine` of an array hashes each element by itself.
  package mutating func combine(text: [UInt8]) {
    var word: UInt64 = 0
    var place = 0
    while place < text.count {
      word = word << 8 | UInt64(text[place])
      place &+= 1
      if place & 7 == 0 { combine(word) }
    }
    // The remaining bytes and the length, so that no text is a prefix of another.
    combine(word)
    combine(place)
  }
}
