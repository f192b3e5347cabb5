extension CompletionAnswer {
  /// Texts with a NUL behind each: what follows, what of the word stays, then words in pairs with what they
  /// are good for; a sign before each word says whether it goes on.
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
