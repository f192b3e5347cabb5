/// The ID of a git object: 20 or 32 bytes.
package struct ObjectID: Hashable {
  /// Sixteen hexadecimal digits each, the first in the highest bits.
  private var words = SIMD4<UInt64>()
  private let letterCount: Int

  package static let minimumLength = 40

  init(_ bytes: ArraySlice<UInt8>) {
    self.init(bytes.prefix(32), bits: 8) { UInt64($0) }
  }

  package init(letters: ArraySlice<UInt8>) {
    self.init(letters.prefix(64), bits: 4) { letter in
      (UInt64(letter) + (letter > UInt8(ascii: "9") ? 9 : 0)) & 15
    }
  }

  private init(_ digits: ArraySlice<UInt8>, bits: Int, _ value: (UInt8) -> UInt64) {
    letterCount = digits.count * bits / 4
    var (word, filled, index) = (UInt64(0), 0, 0)
    for digit in digits {
      word = word << UInt64(bits) | value(digit)
      filled += bits
      if filled == 64 {
        words[index] = word
        (word, filled, index) = (0, 0, index + 1)
      }
    }
    if filled > 0 { words[index] = word << UInt64(64 - filled) }
  }

  package var letters: [UInt8] {
    (0..<letterCount).map { index in
      let digit = UInt8(words[index / 16] >> (60 - 4 * (UInt64(index) % 16)) & 15)
      return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
  }

  var size: Int { letterCount / 2 }

  package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
