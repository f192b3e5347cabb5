extension Hasher {
  /// Takes in a text's bytes, eight at a time: an array takes in each by itself.
  package mutating func combine(text: [UInt8]) {
    var word: UInt64 = 0
    var place = 0
    while place < text.count {
      word = word << 8 | UInt64(text[place])
      place &+= 1
      if place & 7 == 0 { combine(word) }
    }
    // What is left, and how much there was, so that no text goes on as another begins.
    combine(word)
    combine(place)
  }
}
