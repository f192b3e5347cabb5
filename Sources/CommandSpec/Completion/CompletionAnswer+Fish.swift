extension CompletionAnswer {
  /// A line that says what follows, then lines as `complete` takes them: a word, and after a tab what it is
  /// good for.
  var fishText: [UInt8] {
    var lines: [[UInt8]] = []
    switch offer {
    case .words(let candidates):
      lines = [Array("words".utf8)]
      for candidate in candidates {
        let word = before + candidate.word
        // There is no way to say them to fish.
        if word.contains(0x0A) || word.contains(0x09) { continue }
        lines.append(candidate.help.isEmpty ? word : word + [0x09] + candidate.help.utf8)
      }
    case .files: break
    case .program(let start, _): lines = [Array("program".utf8), Array("\(start + 1)".utf8)]
    }
    return lines.flatMap { $0 + [0x0A] }
  }
}
