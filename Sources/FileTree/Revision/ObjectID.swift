/// The name of one of git's objects: 20 bytes or 32.
package struct ObjectID: Hashable {
  /// Sixteen letters each, the last of them fewer.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let letterCount: Int

  /// Takes the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    letterCount = 2 * bytes.count
    var rest = bytes
    func word() -> UInt64 {
      defer { rest = rest.dropFirst(8) }
      return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    words = (word(), word(), word(), word())
  }

  /// Takes the name as git tells it.
  package init(letters: ArraySlice<UInt8>) {
    letterCount = letters.count
    var rest = letters
    func word() -> UInt64 {
      defer { rest = rest.dropFirst(16) }
      return rest.prefix(16).reduce(0) {
        $0 << 4 | UInt64($1 & 15) + ($1 > UInt8(ascii: "9") ? 9 : 0)
      }
    }
    words = (word(), word(), word(), word())
  }

  /// The name as git tells it.
  package var letters: [UInt8] {
    var letters: [UInt8] = []
    spell(into: &letters)
    return letters
  }

  /// Appends the name as git tells it.
  package func spell(into text: inout [UInt8]) {
    func add(_ word: UInt64, _ place: Int) {
      var rest = max(0, min(16, letterCount - 16 * place))
      while rest > 0 {
        rest -= 1
        let digit = UInt8(word >> UInt64(4 * rest) & 15)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    add(words.0, 0)
    add(words.1, 1)
    add(words.2, 2)
    add(words.3, 3)
  }

  /// How many bytes it has.
  var size: Int { letterCount / 2 }

  package static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.words == right.words && left.letterCount == right.letterCount
  }

  /// It is as good as drawn by lot.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
