extension CompletionAnswer {
  /// The kind of answer, then lines for `complete`: word, tab, description.
  var fishText: [UInt8] {
    var lines: [[UInt8]] = []
    switch offer {
    case .words(let candidates):
      lines = [Array("words".utf8)]
      for candidate in candidates {
        let word = before + candidate.word
        // Fish's format cannot express these bytes.
        if word.contains(0x0A) || word.contains(0x09) { continue }
        lines.append(candidate.help.isEmpty ? word : word + [0x09] + candidate.help.utf8)
      }
    case .files: break
    case .program(let start, _): lines = [Array("program".utf8), Array("\(start + 1)".utf8)]
    }
    return lines.flatMap { $0 + [0x0A] }
  }
}
