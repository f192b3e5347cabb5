import Legible

/// A command line as one pastes it into a shell.
package enum ShellWords {
  /// Nil where it cannot be shown as it is.
  package static func text(_ words: [[UInt8]]) -> String? {
    var shown: [String] = []
    for word in words {
      let isBare = !word.isEmpty && word.allSatisfy(isPlain)
      let quoted = isBare ? word : ShellText.quoted(word)
      let text = Printable.string(quoted)
      guard text.utf8.elementsEqual(quoted) else { return nil }
      shown.append(text)
    }
    return shown.joined(separator: " ")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_-./:=,@%+".utf8.contains(byte)
    }
  }
}
