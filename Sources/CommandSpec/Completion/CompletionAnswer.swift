/// What a shell may offer at the cursor.
struct CompletionAnswer {
  enum Offer {
    case words([Candidate])
    /// Files, or directories alone, as the shell lists them itself.
    case files(onlyDirectories: Bool)
    /// What the program whose line begins at a word would be offered.
    case program(start: Int, isName: Bool)
  }

  /// What of the last word stays as it is.
  let before: [UInt8]
  var offer: Offer
}

extension Catalogue {
  /// Answers from the table what stands in it, and from `ask` what does not.
  func completion(
    of words: [[UInt8]], in shell: CompletionShell,
    _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> CompletionAnswer {
    let line = CompletionLine(words, self)
    let offer: CompletionAnswer.Offer =
      switch line.place {
      case .nothing: .words([])
      case .command: .words(offeredCommands)
      case .option: .words(options(for: line))
      case .program(let start) where start + 1 < words.count && !shell.completesPrograms:
        .words(ask(.file, line))
      case .program(let start): .program(start: start, isName: start + 1 == words.count)
      case .value(.file) where shell.listsFiles: .files(onlyDirectories: false)
      case .value(.directory) where shell.listsFiles: .files(onlyDirectories: true)
      case .value(let kind): .words(candidates(for: kind, line, ask))
      }
    var answer = CompletionAnswer(before: line.before, offer: offer)
    if case .words(let candidates) = offer, !shell.matches {
      answer.offer = .words(candidates.filter { $0.word.starts(with: line.typed) })
    }
    return answer
  }

  private func candidates(
    for kind: ValueKind, _ line: CompletionLine, _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> [Candidate] {
    switch kind {
    case .choice(let words): return words.all.map { Candidate($0) }
    case .choices(let words), .listedChoices(let words):
      let taken = line.before.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "=") }
      return words.all.filter { word in !taken.contains { $0.elementsEqual(word.utf8) } }
        .map { Candidate($0) }
    case .commandName: return helpSubjects
    default: return ask(kind, line)
    }
  }

  /// What the argument of `help` may be.
  private var helpSubjects: [Candidate] {
    let named = topics.map(\.name)
    return commands.filter { !named.contains($0.name) }.map { Candidate($0.name, help: $0.summary) }
      + topics.map { Candidate($0.name, help: $0.summary) }
  }

  private var offeredCommands: [Candidate] { commands.map { Candidate($0.name, help: $0.summary) } }

  /// The options that may still follow; before the command's name, those that commands share.
  private func options(for line: CompletionLine) -> [Candidate] {
    let all =
      line.command?.options ?? unique(commands.flatMap(\.options).filter(\.isCommon))
    return (all + OptionDescription.builtIn).filter { option in
      if case .value(_, _, isRepeatable: true) = option.form { return true }
      if case .abbreviation(let other, _) = option.form, line.has(other) { return false }
      return !line.has(option.name)
    }.flatMap { option in option.spellings.map { Candidate($0, help: option.help) } }
  }

  private func unique(_ options: [OptionDescription]) -> [OptionDescription] {
    var seen: Set<String> = []
    return options.filter { seen.insert($0.name).inserted }
  }
}

extension CompletionShell {
  /// Whether the shell can complete another program's line inside of this one.
  fileprivate var completesPrograms: Bool { self != .bash }
}
