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
