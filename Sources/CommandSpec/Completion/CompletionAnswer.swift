extension Table {
  /// Answers a completion script. `arguments` are the shell and, for bash, the line up to the cursor and
  /// COMP_WORDBREAKS, else unquoted words; nil if they have another form. `ask` completes values.
  package func completion(
    _ arguments: [[UInt8]], _ ask: (CompletionShell, ValueKind, CompletionLine) -> [Candidate]
  ) -> [UInt8]? {
    let rest = Array(arguments.dropFirst())
    guard let name = arguments.first,
      let shell = CompletionShell(rawValue: String(decoding: name, as: UTF8.self))
    else { return nil }
    func answer(_ words: [[UInt8]]) -> CompletionAnswer {
      completion(of: words, in: shell) { ask(shell, $0, $1) }
    }
    switch shell {
    case .bash:
      guard rest.count == 2 else { return nil }
      let line = BashLine(rest[0], breaks: rest[1])
      return answer(Array(line.words.dropFirst())).bashText(at: line)
    case .zsh: return answer(rest).zshText
    case .fish: return answer(rest).fishText
    }
  }

  /// Completes from the table where possible.
  private func completion(
    of words: [[UInt8]], in shell: CompletionShell,
    _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> CompletionAnswer {
    let line = CompletionLine(words, self)
    let offer: CompletionAnswer.Offer =
      switch line.place {
      case .nothing: .words([])
      case .command: .words(offeredCommands)
      case .option: .words(options(for: line))
      // Bash completes only the name of a program.
      case .program(let start) where start + 1 < words.count && shell == .bash:
        .words(ask(.file, line))
      case .program(let start): .program(start: start, isName: start + 1 == words.count)
      case .value(.file) where shell.listsFiles: .files(onlyDirectories: false)
      case .value(.directory) where shell.listsFiles: .files(onlyDirectories: true)
      case .value(let kind): .words(candidates(for: kind, line, ask))
      }
    return CompletionAnswer(before: line.before, offer: offer)
  }

  private func candidates(
    for kind: ValueKind, _ line: CompletionLine, _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> [Candidate] {
    switch kind {
    case .choice(let words): return words.map { Candidate($0) }
    case .listedChoices(let words):
      let taken = line.before.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "=") }
      return words.filter { word in !taken.contains { $0.elementsEqual(word.utf8) } }
        .map { Candidate($0) }
    case .commandName:
      return offeredCommands + topics.map { Candidate($0.name, help: $0.summary) }
    default: return ask(kind, line)
    }
  }

  private var offeredCommands: [Candidate] { commands.map { Candidate($0.name, help: $0.summary) } }

  private func options(for line: CompletionLine) -> [Candidate] {
    let all = line.command?.options ?? options(where: \.isCommon).map(\.option)
    return (all + OptionDescription.builtIn).filter { option in
      if case .value(_, _, isRepeatable: true) = option.form { return true }
      if case .abbreviation(let other, _) = option.form, line.has(other) { return false }
      return !line.has(option.name)
    }.flatMap { option in option.spellings.map { Candidate($0, help: option.help) } }
  }
}

/// The completions that a shell offers at the cursor.
struct CompletionAnswer {
  enum Offer {
    case words([Candidate])
    case files(onlyDirectories: Bool)
    /// The completions of another program, whose command line begins at a word.
    case program(start: Int, isName: Bool)
  }

  let before: [UInt8]
  let offer: Offer

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

  /// The kind of answer, then the quoted words, each on a line.
  func bashText(at line: BashLine) -> [UInt8] {
    guard case .words(let candidates) = offer else {
      if case .program(_, isName: true) = offer { return Array("program\n".utf8) }
      return []
    }
    // The other shells filter by the user's rules.
    let typed = line.words.dropFirst().last ?? []
    let fitting = candidates.filter { (before + $0.word).starts(with: typed) }
    let words = fitting.compactMap { line.quoted((before + $0.word).dropFirst(line.base.count)) }
    let isOpen = fitting.allSatisfy(\.isOpen)
    return Array((isOpen ? "open\n" : "words\n").utf8) + words.flatMap { $0 + [0x0A] }
  }
}

/// A word that completes the line.
package struct Candidate: Equatable, Sendable {
  package var word: [UInt8]
  package let help: String
  /// Whether the word continues, so that no space follows.
  package var isOpen: Bool

  package init(_ word: [UInt8], help: String = "", isOpen: Bool = false) {
    self.word = word
    self.help = help
    self.isOpen = isOpen
  }

  init(_ word: String, help: String = "") { self.init(Array(word.utf8), help: help) }
}
