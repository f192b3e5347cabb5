extension CompletionAnswer {
  /// Texts that end in NUL: kind, the fixed part of the word, then pairs of word and description.
  /// `+` before a word means that it continues, `=` that it is complete.
  var zshText: [UInt8] {
    var texts: [[UInt8]] = []
    switch offer {
    case .words(let candidates):
      texts = [Array("words".utf8), before]
      for candidate in candidates where !candidate.word.contains(0) {
        texts.append([UInt8(ascii: candidate.isOpen ? "+" : "=")] + candidate.word)
        texts.append(Array(candidate.help.utf8))
      }
    case .files(let onlyDirectories):
      texts = [Array((onlyDirectories ? "directories" : "files").utf8), before]
    case .program(let start, _): texts = [Array("program".utf8), Array("\(start)".utf8)]
    }
    return texts.flatMap { $0 + [0] }
  }
}
