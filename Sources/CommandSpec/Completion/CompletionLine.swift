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
  private(set) var command: CommandDescription?
  /// What of the last word stays as it is: `--root=`, the first ones of a list.
  private(set) var before: [UInt8] = []
  /// What is typed of the word that is wanted.
  package private(set) var typed: [UInt8]
  /// The scopes that stand before it.
  package private(set) var scopes: [[UInt8]] = []
  private let catalogue: Catalogue
  private var options: [(option: OptionDescription, value: [UInt8])] = []
  private var argumentCount = 0

  /// Takes the words after the tool's name; the last one is that at the cursor.
  init(_ words: [[UInt8]], _ catalogue: Catalogue) {
    self.catalogue = catalogue
    typed = words.last ?? []
    guard let hasEnded = read(words.dropLast()) else { return }
    if !hasEnded, readLastAsOption() { return }
    guard let command else {
      if argumentCount == 0 { place = .command }
      return
    }
    if let kind = command.kind(ofArgument: argumentCount) { stand(for: kind) }
  }

  /// Every value that an option was given before the cursor, in order.
  package func values(of name: String) -> [[UInt8]] {
    options.filter { $0.option.name == name }.map(\.value)
  }

  /// Whether the line has an option, or one that is short for it.
  func has(_ name: String) -> Bool {
    options.contains { given, _ in
      if case .abbreviation(let of, _) = given.form, of == name { return true }
      return given.name == name
    }
  }

  // MARK: Before the last word

  /// Reads what is whole; tells whether `--` was among it, or nil where the last word's place is known.
  private mutating func read(_ words: ArraySlice<[UInt8]>) -> Bool? {
    var hasEnded = false
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      let shape = ArgumentShape(word)
      if shape == .end, command?.passesOn == true {
        place = .program(start: index)
        return nil
      }
      if hasEnded || !shape.isOption || shape == .minusZero && isNumberHere(word) {
        take(word)
        continue
      }
      if shape == .end { hasEnded = true }
      guard let option = note(shape) else { continue }
      if index == words.count {
        stand(for: option)
        return nil
      }
      options.append((option, words[index]))
      index += 1
    }
    return hasEnded
  }

  /// Notes what an option says by itself; returns the option that takes the next word.
  private mutating func note(_ shape: ArgumentShape) -> OptionDescription? {
    switch shape {
    case .long(let name, let value?):
      if let option = find(name) { options.append((option, Array(value))) }
    case .minusZero:
      if let option = find([0x2D, 0x30]) { options.append((option, [])) }
    case .letters(let letters):
      for letter in letters.dropLast() {
        if let option = find([0x2D, letter]) { options.append((option, [])) }
      }
      fallthrough
    case .long:
      guard let option = shape.last.flatMap(find) else { break }
      if option.takesValue { return option }
      options.append((option, []))
    case .end, .argument: break
    }
    return nil
  }

  private mutating func take(_ argument: [UInt8]) {
    defer { argumentCount += 1 }
    guard let command else {
      self.command = catalogue.command(named: argument)
      // The command's name is none of its arguments; what names none leaves nothing to offer.
      if self.command != nil { argumentCount -= 1 }
      return
    }
    if let kind = command.kind(ofArgument: argumentCount), resolved(kind) == .scope {
      scopes.append(argument)
    }
  }

  private func isNumberHere(_ word: [UInt8]) -> Bool {
    command.map { $0.option(spelled: word) == nil } ?? false
  }

  private func find(_ spelling: ArraySlice<UInt8>) -> OptionDescription? {
    command?.option(spelled: spelling)
      ?? OptionDescription.builtIn.first { $0.isSpelled(spelling) }
      ?? catalogue.owners(ofOption: spelling).first?.1
  }

  // MARK: The last word

  /// Whether the last word is an option, or one with its value.
  private mutating func readLastAsOption() -> Bool {
    let shape = ArgumentShape(typed)
    if case .long(let name, let value?) = shape {
      before = name + [UInt8(ascii: "=")]
      typed = Array(value)
      if let option = find(name) { stand(for: option) }
      return true
    }
    guard shape.isOption || typed == [UInt8(ascii: "-")] else { return false }
    place = .option
    return true
  }

  private mutating func stand(for option: OptionDescription) {
    if case .value(_, let kind, _) = option.form { stand(for: kind) }
  }

  private mutating func stand(for kind: ValueKind) {
    let kind = resolved(kind)
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

  private func resolved(_ kind: ValueKind) -> ValueKind {
    guard case .depending(let usual, let other, let names) = kind else { return kind }
    return names.contains(where: has) ? other : usual
  }
}

extension ArgumentShape {
  fileprivate var isOption: Bool { self != .argument }
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
