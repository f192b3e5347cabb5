/// The completions that a shell offers at the cursor.
struct CompletionAnswer {
  enum Offer {
    case words([Candidate])
    case files(onlyDirectories: Bool)
    /// The completions of another program, whose command line begins at a word.
    case program(start: Int, isName: Bool)
  }

  let before: [UInt8]
  var offer: Offer
}

extension Catalogue {
  /// Completes from the table where possible; `ask` completes values.
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

  private var helpSubjects: [Candidate] {
    let named = topics.map(\.name)
    return commands.filter { !named.contains($0.name) }.map { Candidate($0.name, help: $0.summary) }
      + topics.map { Candidate($0.name, help: $0.summary) }
  }

  private var offeredCommands: [Candidate] { commands.map { Candidate($0.name, help: $0.summary) } }

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
  fileprivate var completesPrograms: Bool { self != .bash }
}
