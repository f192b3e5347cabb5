import Legible

/// The mistakes in a table, for a test that expects none.
/// `knownClashes` may take a value in some commands only; before the command's name they are refused.
package func problems(in catalogue: Catalogue, knownClashes: [String] = []) -> [String] {
  var problems: [String] = []
  let names = [catalogue.commands.map(\.name), catalogue.topics.map(\.name)]
  for name in names.flatMap(repeated) { problems.append("'\(name)' is there twice") }
  for topic in catalogue.topics { problems += problemsOfSummary(topic.summary, topic.name) }
  problems += clashes(in: catalogue, known: knownClashes)
  for command in catalogue.commands {
    let found =
      problemsOfOptions(command) + problemsOfArguments(command)
      + problemsOfTexts(command, catalogue)
    problems += found.map { "\(command.name): \($0)" }
  }
  return problems
}

private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { !seen.insert($0).inserted }
}

/// Options that take a value in some commands only, and letters with different meanings.
private func clashes(in catalogue: Catalogue, known: [String]) -> [String] {
  var problems: [String] = []
  var owners: [String: (command: String, option: OptionDescription)] = [:]
  var clashing: Set<String> = []
  for command in catalogue.commands {
    for option in command.options {
      for spelling in option.spellings {
        guard let first = owners[spelling] else {
          owners[spelling] = (command.name, option)
          continue
        }
        if first.option.takesValue != option.takesValue {
          let isKnown = known.contains(spelling) && !option.isCommon && !first.option.isCommon
          if clashing.insert(spelling).inserted && !isKnown {
            problems.append(
              "\(spelling) takes a value in one of '\(first.command)' and '\(command.name)' only")
          }
        } else if first.option.name != option.name {
          problems.append(
            "\(spelling) is \(first.option.name) in '\(first.command)'"
              + " and \(option.name) in '\(command.name)'")
        }
      }
    }
  }
  problems += known.filter { !clashing.contains($0) }.map { "\($0) is not a clash" }
  return problems
}

private func problemsOfOptions(_ command: CommandDescription) -> [String] {
  var problems: [String] = []
  let all = command.options + OptionDescription.builtIn
  let spellings = all.flatMap { $0.spellings + ($0.formerSpelling.map { [$0] } ?? []) }
  problems += repeated(spellings).map { "\($0) is there twice" }
  for option in command.options {
    if option.spellings.isEmpty { problems.append("an option has no spelling") }
    for spelling in option.spellings where !isSpelling(spelling) {
      problems.append("'\(spelling)' is not a spelling of an option")
    }
    // A value can be joined with `=` to a long spelling only.
    if option.takesValue && option.spellings.allSatisfy({ $0.utf8.count == 2 }) {
      problems.append("\(option.name) takes a value and has one letter alone")
    }
    if case .abbreviation(let name, let word) = option.form {
      let target = command.options.first { $0.name == name }
      if case .value(_, let kind, _) = target?.form {
        if !kind.words.contains(word) { problems.append("\(name) has no word '\(word)'") }
      }
    }
    problems += problemsOfSummary(option.help, option.name)
  }
  return problems
}

private func isSpelling(_ spelling: String) -> Bool {
  let bytes = Array(spelling.utf8)
  guard bytes.first == 0x2D else { return false }
  // A letter may be upper case; a name may not.
  if bytes.count == 2 { return bytes[1].isLetterOrDigit }
  return bytes.count > 2 && bytes[1] == 0x2D && isName(bytes.dropFirst(2))
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  byte.isDigit || byte.isLowercase
}

private func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.first.map(isAlphanumeric) ?? false && bytes.allSatisfy { isAlphanumeric($0) || $0 == 0x2D }
}

private func problemsOfArguments(_ command: CommandDescription) -> [String] {
  var problems: [String] = []
  var isOpen = false
  var isClosed = false
  for argument in command.arguments {
    if isClosed { problems.append("\(argument.name) follows the last possible argument") }
    switch argument.count {
    case .one:
      if isOpen { problems.append("\(argument.name) has to be there, after one that has not") }
    case .optional:
      isOpen = true
    case .remaining:
      if isOpen { problems.append("\(argument.name) takes all after one that need not be there") }
      isOpen = true
    case .passedOn:
      isClosed = true
    }
    problems += problemsOfSummary(argument.help, argument.name)
  }
  return problems
}

private func problemsOfTexts(_ command: CommandDescription, _ catalogue: Catalogue) -> [String] {
  var problems = problemsOfSummary(command.summary, "the summary")
  if !isName(Array(command.name.utf8)[...]) { problems.append("the name is not valid") }
  for block in TextBlock.blocks(of: command.details) {
    if case .verbatim(let lines) = block, lines.contains(where: { $0.unicodeScalars.count > 76 }) {
      problems.append("a verbatim line is wider than 76")
    }
  }
  if !command.isBuiltIn && command.examples.isEmpty {
    problems.append("there is no example")
  }
  for example in command.examples {
    if example.line.unicodeScalars.count > 76 { problems.append("an example is wider than 76") }
    let words = example.line.utf8.split { $0 == 0x20 || $0 == 0x28 }
    let calls = zip(words, words.dropFirst()).contains {
      $0.elementsEqual(catalogue.tool.utf8) && $1.elementsEqual(command.name.utf8)
    }
    if !calls { problems.append("an example does not call '\(catalogue.tool) \(command.name)'") }
    problems += problemsOfSummary(example.meaning, "an example's meaning")
  }
  return problems
}

/// A summary is a short sentence that begins with a capital and has no full stop.
private func problemsOfSummary(_ text: String, _ what: String) -> [String] {
  let bytes = Array(text.utf8)
  var problems: [String] = []
  if bytes.isEmpty { problems.append("\(what) is empty") }
  if bytes.last == UInt8(ascii: ".") { problems.append("\(what) ends in a full stop") }
  if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x2E && $1 == 0x20 }) {
    problems.append("\(what) is more than one sentence")
  }
  if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
    problems.append("\(what) holds a control character")
  }
  if bytes.first?.isLowercase == true { problems.append("\(what) does not begin with a capital") }
  if text.unicodeScalars.count > 60 { problems.append("\(what) is longer than 60 characters") }
  return problems
}
