@testable import CommandSpec

extension Table {
  var problems: [String] {
    let names = repeated(commands.map(\.name)) + repeated(topics.map(\.name))
    var problems = names.map { "\($0) is there twice" } + clashes
    for command in commands {
      let found = command.problemsOfOptions + command.problemsOfArguments + command.problemsOfTexts
      problems += found.map { "\(command.name): \($0)" }
    }
    return problems
  }

  /// The options that have another form, or belong to another option, in another command.
  private var clashes: [String] {
    var first: [String: OptionDescription] = [:]
    return commands.flatMap(\.options).flatMap { option in
      option.spellings.filter { spelling in
        let known = first[spelling, default: option]
        first[spelling] = known
        return known.takesValue != option.takesValue || known.name != option.name
      }
    }.map { "\($0) is not the same option in all commands" }
  }
}

private func repeated(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { !seen.insert($0).inserted }
}

extension CommandDescription {
  fileprivate var problemsOfOptions: [String] {
    let all = options + OptionDescription.builtIn
    let spellings = all.flatMap(\.spellings)
    var problems = repeated(spellings).map { "\($0) is there twice" }
    for option in options {
      problems += option.spellings.filter { $0.wholeMatch(of: /-[A-Za-z0-9]|--[a-z0-9-]+/) == nil }
        .map { "\($0) is not a spelling of an option" }
      // A value can be joined to a long spelling alone.
      if option.takesValue && option.spellings.allSatisfy({ $0.count == 2 }) {
        problems.append("\(option.name) takes a value and has one letter alone")
      }
      if case .abbreviation(let name, let word) = option.form, !hasOption(name, taking: word) {
        problems.append("\(name) has no word '\(word)'")
      }
    }
    return problems
  }

  /// Arguments that may be missing are last.
  fileprivate var problemsOfArguments: [String] {
    let isOpen = arguments.map { $0.minimum == 0 }
    let isMisplaced = zip(isOpen, isOpen.dropFirst()).contains { $0 && !$1 }
    return isMisplaced && !passesOn ? ["a required argument follows an optional one"] : []
  }

  fileprivate var problemsOfTexts: [String] {
    var problems: [String] = []
    for case .verbatim(let lines) in PageEntry.all(in: details) {
      problems += lines.filter { $0.count > 76 }
    }
    if !isBuiltIn && examples.isEmpty { problems.append("there is no example") }
    for example in examples where example.line.count > 76 {
      problems.append("an example is wider than 76")
    }
    return problems
  }
}
