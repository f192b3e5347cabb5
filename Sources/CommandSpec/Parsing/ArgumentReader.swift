import SafeText

/// Sorts the arguments of a command line into options, positionals and passed-on arguments.
///
/// It continues after the first problem, since a later `--help` takes precedence.
package struct ArgumentReader {
  package let command: CommandDescription?
  let commandIndex: Int?
  private let table: Table

  package let parsed = Arguments(isLine: true)
  /// The indexes of positionals, and the ranges of options with their values.
  private(set) var positions: [Int] = []
  /// Whether `--` was read, and where those that are passed on begin.
  private(set) var optionsEnded = false
  private(set) var passedOnStart: Int?
  private(set) var waiting: OptionDescription?
  package let arguments: [[UInt8]]
  private var request: Invocation?
  private(set) var problem: UsageError?

  init(
    _ arguments: [[UInt8]], _ command: CommandDescription?, at commandIndex: Int?, _ table: Table
  ) {
    (self.arguments, self.command, self.table) = (arguments, command, table)
    self.commandIndex = commandIndex
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      let start = index
      index += 1
      if start == commandIndex { continue }
      let shape = ArgumentShape(argument)
      let next = index < arguments.count ? arguments[index] : nil
      // After an earlier `--` before the command's name, another `--` may still pass on the rest.
      if shape == .end, let command, command.passesOn, start > commandIndex ?? index {
        passedOnStart = index
        return
      }
      if optionsEnded {
        positions.append(start)
        continue
      }
      switch shape {
      case .end: optionsEnded = true
      case .argument: positions.append(start)
      case .letters where isNumber(argument, isBeforeCommand: start < commandIndex ?? 0):
        positions.append(start)
      case .letters(let letters):
        if read(letters: letters, next: next) { index += 1 }
      case .long(let name, let value):
        if read(name, value: value.map { Array($0) }, next: next) { index += 1 }
      }
    }
  }

  /// The arguments that are neither the command, nor options or their values, nor passed on.
  package var positionals: [[UInt8]] { positions.map { arguments[$0] } }
  var passedOn: [[UInt8]] { passedOnStart.map { Array(arguments[$0...]) } ?? [] }

  package func has(_ names: String...) -> Bool {
    parsed.occurrences.contains { names.contains($0.option) }
  }

  /// The request for help or the version, which takes precedence over problems.
  func finish() throws(UsageError) -> Invocation? {
    if request == nil, let problem { throw problem }
    return request
  }

  /// Reads an option by name; returns whether it used the next argument.
  private mutating func read(
    _ name: ArraySlice<UInt8>, value: [UInt8]?, next: [UInt8]?
  ) -> Bool {
    guard let option = find(name) else { return false }
    return take(option, as: String(decoding: name, as: UTF8.self), value: value, next: next)
  }

  private mutating func take(
    _ option: OptionDescription, as spelling: String, value: [UInt8]? = nil, next: [UInt8]?
  ) -> Bool {
    guard case .value(let valueName, _, _) = option.form else {
      if value != nil {
        note(.unexpectedValue(option: option.name))
      } else {
        record(option, [], spelling: spelling)
      }
      return false
    }
    if let bytes = value ?? next {
      record(option, bytes, spelling: spelling)
    } else {
      waiting = option
      note(.missingValue(option: spelling, value: valueName))
    }
    return value == nil && next != nil
  }

  /// Reads joined letters, the last of which may take the next argument; returns whether it did.
  private mutating func read(letters: ArraySlice<UInt8>, next: [UInt8]?) -> Bool {
    for index in letters.indices {
      let letter = letters[index]
      if letter == UInt8(ascii: "="), index > letters.startIndex {
        let before = String(decoding: letters[letters.startIndex..<index].suffix(1), as: UTF8.self)
        note(.unexpectedValue(option: "-\(before)"))
        return false
      }
      let spelling = [UInt8(ascii: "-"), letter]
      // Quote the whole argument for a non-ASCII letter or a long name with a single dash.
      let isLongName = letters.count > 1 && command?.option(spelled: [0x2D, 0x2D] + letters) != nil
      let isWord = letter >= 0x80 || isLongName
      guard let option = find(spelling[...], shownAs: isWord ? [UInt8(ascii: "-")] + letters : nil)
      else { return false }
      let known = String(decoding: spelling, as: UTF8.self)
      let rest = letters[(index + 1)...]
      if case .value(let name, let kind, _) = option.form, !rest.isEmpty {
        // `-n1`, as in other programs; `-o1` is more likely a mistake than a file.
        if kind == .text, rest.allSatisfy(\.isDigit) {
          return take(option, as: known, value: Array(rest), next: nil)
        }
        note(.missingValue(option: known, value: name))
        return false
      }
      if take(option, as: known, next: next) { return true }
    }
    return false
  }

  /// Whether `-0` is a number: true if the command takes a text and has no such option.
  private func isNumber(_ argument: [UInt8], isBeforeCommand: Bool) -> Bool {
    guard let command, !isBeforeCommand, argument.elementsEqual("-0".utf8) else { return false }
    return command.option(spelled: argument) == nil
      && command.arguments.contains { $0.kind == .text || $0.kind == .value }
  }

  private mutating func note(_ problem: UsageError) {
    if self.problem == nil { self.problem = problem }
  }

  mutating func find(
    _ name: ArraySlice<UInt8>, shownAs shown: [UInt8]? = nil
  ) -> OptionDescription? {
    if let option = command?.option(spelled: name) { return option }
    if let option = OptionDescription.builtIn.first(where: { $0.isSpelled(name) }) { return option }
    let all = table.options { $0.isSpelled(name) }
    let bytes = shown ?? Array(name)
    guard let option = all.first?.option else {
      let known =
        (command?.options ?? table.commands.flatMap(\.options)) + OptionDescription.builtIn
      var spellings: [String] = []
      // Any two letters differ by a typo, so only long spellings help.
      for spelling in known.flatMap(\.spellings)
      where spelling.utf8.count > 2 && !spellings.contains(spelling) {
        spellings.append(spelling)
      }
      let nearest = NearMiss.nearest(to: bytes, among: spellings)
      note(.unknownOption(bytes, command: command?.name, nearest: nearest))
      return nil
    }
    guard let command else { return option }
    // A typo of an option of this command is more likely than another command's option.
    let near = command.options.flatMap(\.spellings).first {
      Self.isLonger($0.utf8, name) || Self.isLonger(name, $0.utf8)
    }
    note(
      near.map { .unknownOption(bytes, command: command.name, nearest: $0) }
        ?? .foreignOption(
          String(decoding: name, as: UTF8.self), command: command.name,
          owners: all.flatMap(\.owners)))
    return option
  }

  private static func isLonger(
    _ one: some Collection<UInt8>, _ other: some Collection<UInt8>
  ) -> Bool {
    other.count > 2 && one.dropLast().elementsEqual(other)
  }

  private func help(isShort: Bool) -> Invocation {
    .page(
      command.flatMap { table.helpText(command: $0.name, isShort: isShort) } ?? table.helpText())
  }

  private mutating func record(_ option: OptionDescription, _ bytes: [UInt8], spelling: String) {
    if option == .help || option == .version {
      if request == nil {
        request = option == .version ? .version : help(isShort: spelling == "-h")
      }
      return
    }
    var target = option.name
    var bytes = bytes
    var isRepeatable = false
    switch option.form {
    case .flag: break
    case .value(_, _, let repeatable): isRepeatable = repeatable
    case .abbreviation(let of, let word): (target, bytes) = (of, Array(word.utf8))
    }
    if !isRepeatable, let first = parsed.first(target) {
      let isSame = command?.option(spelled: first.spelling.utf8)?.name == option.name
      note(
        isSame ? .repeatedOption(option.name) : .conflictingOptions(first.spelling, spelling))
    }
    parsed.occurrences.append(.init(option: target, spelling: spelling, bytes: bytes))
  }
}

/// The request of a command line.
package enum Invocation {
  case run(command: String, Arguments)
  case page(String)
  case version
}
