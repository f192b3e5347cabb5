/// The ID of a git object: 20 or 32 bytes.
package struct ObjectID: Hashable {
  /// Sixteen hexadecimal digits each; the last has fewer.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let letterCount: Int

  package static let minimumLength = 40

  init(_ bytes: ArraySlice<UInt8>) {
    letterCount = 2 * bytes.count
    var at = bytes.startIndex
    func word() -> UInt64 {
      var word: UInt64 = 0
      let end = min(at + 8, bytes.endIndex)
      while at < end {
        word = word << 8 | UInt64(bytes[at])
        at += 1
      }
      return word
    }
    words = (word(), word(), word(), word())
  }

  package init(letters: ArraySlice<UInt8>) {
    letterCount = letters.count
    var at = letters.startIndex
    func word() -> UInt64 {
      var word: UInt64 = 0
      let end = min(at + 16, letters.endIndex)
      while at < end {
        let letter = letters[at]
        word = word << 4 | UInt64(letter & 15) &+ (letter > UInt8(ascii: "9") ? 9 : 0)
        at += 1
      }
      return word
    }
    words = (word(), word(), word(), word())
  }

  package var letters: [UInt8] {
    var letters: [UInt8] = []
    spell(into: &letters)
    return letters
  }

  package func spell(into text: inout [UInt8]) {
    spell(words.0, 0, &text)
    spell(words.1, 1, &text)
    spell(words.2, 2, &text)
    spell(words.3, 3, &text)
  }

  private func spell(_ word: UInt64, _ place: Int, _ text: inout [UInt8]) {
    var rest = 4 * UInt64(max(0, min(16, letterCount - 16 * place)))
    while rest > 0 {
      rest -= 4
      let digit = UInt8(truncatingIfNeeded: word &>> rest & 15)
      text.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  var size: Int { letterCount / 2 }

  package static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.words == right.words && left.letterCount == right.letterCount
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// An ID is already a hash, so mixing it with the seed resists chosen collisions at a tenth of a hasher's cost.
  package func _rawHashValue(seed: Int) -> Int {
    var word = (words.0 ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
    word ^= word &>> 32
    word = word &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: word ^ word &>> 32)
  }
}
