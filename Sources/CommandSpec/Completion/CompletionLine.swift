import SafeText

/// A command line up to the cursor, with the kind of word expected there.
package struct CompletionLine {
  enum Place {
    case command
    case option
    case value(ValueKind)
    case program(start: Int)
    case nothing
  }

  private(set) var place = Place.nothing
  package let command: CommandDescription?
  /// The part of the last word that stays, such as `--root=` or the first items of a list.
  private(set) var before: [UInt8] = []
  package private(set) var typed: [UInt8]
  private var reader: ArgumentReader

  /// `words` excludes the tool's name; the last is the word at the cursor.
  init(_ words: [[UInt8]], _ table: Table) {
    typed = words.last ?? []
    let known = Array(words.dropLast())
    let index = table.commandIndex(in: known)
    command = index.flatMap { table.command(named: known[$0]) }
    reader = ArgumentReader(known, command, at: index, table)
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

  package var scopes: [[UInt8]] { positionals(.scope) }
  package var keys: [[UInt8]] { positionals(.key) }

  private func positionals(_ kind: ValueKind) -> [[UInt8]] {
    reader.positionals.enumerated().filter { index, _ in
      command?.kind(ofArgument: index).map { $0.resolved(has) } == kind
    }.map(\.element)
  }

  package func values(of name: String) -> [[UInt8]] { reader.parsed.all(name).map(\.bytes) }

  func has(_ name: String) -> Bool { reader.has(name) }

  // MARK: The last word

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
    case .listedChoices: keep(typed.lastIndex(of: UInt8(ascii: ",")))
    case .key: keep(endOfVariableName())
    case .namedKey:
      // Before `=` the user makes up a name.
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
    let isName = !typed[0].isDigit && typed[..<equals].allSatisfy(\.isWordCharacter)
    return isName ? equals : nil
  }
}

extension CommandDescription {
  /// The kind of the argument at an index, before `--`.
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
