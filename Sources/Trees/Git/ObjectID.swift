/// The ID of a git object, in hexadecimal.
package struct ObjectID: Hashable {
  package let letters: [UInt8]

  package static let minimumLength = 40

  /// From the 20 or 32 bytes in a tree object.
  init(_ bytes: ArraySlice<UInt8>) {
    var letters: [UInt8] = []
    letters.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        letters.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
    self.letters = letters
  }

  package init(letters: ArraySlice<UInt8>) { self.letters = Array(letters) }

  /// The number of bytes in a tree object.
  var size: Int { letters.count / 2 }
}
