import SafeText

/// A command line to paste into a shell.
package enum ShellWords {
  /// nil if a word cannot be shown literally.
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
