import Legible

/// A command line up to the cursor, read as far as it goes: what it says, and what its last word is to be.
package struct CompletionLine {
  enum Place {
    case command
    case option
    case value(ValueKind)
    /// The line from a word on is that of another program.
    case program(start: Int)
    case nothing
  }

  private(set) var place = Place.nothing
  package let command: CommandDescription?
  /// What of the last word stays as it is: `--root=`, the first ones of a list.
  private(set) var before: [UInt8] = []
  /// What is typed of the word that is wanted.
  package private(set) var typed: [UInt8]
  /// What stands before it.
  private var reader: ArgumentReader

  /// Takes the words after the tool's name; the last one is that at the cursor.
  init(_ words: [[UInt8]], _ catalogue: Catalogue) {
    typed = words.last ?? []
    let known = Array(words.dropLast())
    let index = (try? CommandFinder { catalogue }.find(in: known)) ?? nil
    command = index.flatMap { catalogue.command(named: known[$0]) }
    reader = ArgumentReader(tool: catalogue.tool, command: command) { catalogue }
    reader.read(known, commandAt: index)
    if let start = reader.passedOnStart {
      place = .program(start: start)
    } else if let option = reader.waiting {
      stand(for: option)
    } else if !reader.optionsEnded, readLastAsOption() {
      return
    } else if index == nil, reader.positions.isEmpty {
      place = .command
    } else if let kind = command?.kind(ofArgument: reader.positions.count) {
      stand(for: kind)
    }
  }

  /// The scopes that stand before it.
  package var scopes: [[UInt8]] { positionals(.scope) }

  /// The keys that stand before it.
  package var keys: [[UInt8]] { positionals(.key) }

  private func positionals(_ kind: ValueKind) -> [[UInt8]] {
    reader.positionals.enumerated().filter { index, _ in
      command?.kind(ofArgument: index).map { $0.resolved(has) } == kind
    }.map(\.element)
  }

  /// Every value that an option was given before the cursor, in order.
  package func values(of name: String) -> [[UInt8]] { reader.parsed.all(name).map(\.bytes) }

  /// Whether the line has an option, or one that is short for it.
  func has(_ name: String) -> Bool { reader.parsed.options.contains(name) }

  // MARK: The last word

  /// Whether the last word is an option, or one with its value.
  private mutating func readLastAsOption() -> Bool {
    let shape = ArgumentShape(typed)
    if case .long(let name, let value?) = shape {
      before = name + [UInt8(ascii: "=")]
      typed = Array(value)
      if let option = reader.find(name) { stand(for: option) }
      return true
    }
    guard shape != .argument || typed == [UInt8(ascii: "-")] else { return false }
    place = .option
    return true
  }

  private mutating func stand(for option: OptionDescription) {
    if case .value(_, let kind, _) = option.form { stand(for: kind) }
  }

  private mutating func stand(for kind: ValueKind) {
    let kind = kind.resolved(has)
    switch kind {
    case .choices, .listedChoices: keep(typed.lastIndex(of: UInt8(ascii: ",")))
    case .key: keep(endOfVariableName())
    case .namedKey:
      // What stands before the sign is a name that the user makes up.
      guard let end = endOfVariableName() else { return }
      keep(end)
    default: break
    }
    place = .value(kind)
  }

  private mutating func keep(_ end: Int?) {
    guard let end else { return }
    before += typed[...end]
    typed.removeFirst(end + 1)
  }

  private func endOfVariableName() -> Int? {
    guard let equals = typed.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    let isName = !typed[0].isDigit && typed[..<equals].allSatisfy(\.isOfWord)
    return isName ? equals : nil
  }
}

extension CommandDescription {
  /// What the argument of this number stands for, before `--`.
  fileprivate func kind(ofArgument number: Int) -> ValueKind? {
    for (index, argument) in arguments.enumerated() {
      switch argument.count {
      case .one, .optional: if index == number { return argument.kind }
      case .remaining: return argument.kind
      case .passedOn: return nil
      }
    }
    return nil
  }
}
