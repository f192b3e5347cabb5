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
    byte.isLetterOrDigit || byte >= 0x80 || "_-./:=,@%+".utf8.contains(byte)
  }
}
