import SafeText

/// An error in a command line.
package enum UsageError: Error, Equatable, Sendable {
  case missingCommand
  /// A word that is not a command, or not a subject of help.
  case unknownWord([UInt8], isCommand: Bool, advice: String?)
  /// `command` is nil if the option precedes it.
  case unknownOption([UInt8], command: String?, nearest: String?)
  case foreignOption(String, command: String, owners: [String])
  case repeatedOption(String)
  case conflictingOptions(String, String)
  case optionNeeds(String, other: String)
  case missingOption(oneOf: [String], command: String)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  /// `of` is the option as given, or the argument's name in help.
  case badValue([UInt8], of: String, isOption: Bool, ArgumentProblem)
  /// A word that is probably meant for another option; `advice` shows the correct form.
  case fileExpected(option: String, advice: String)
  case missingArguments([String], usage: String)
  case extraArguments([[UInt8]], usage: String)

  /// A caller that knows a better hint leaves out the nearest option.
  package func words(tool: String, namesNearest: Bool = true) -> String {
    switch self {
    case .missingCommand:
      "missing command; '\(tool) help' lists the commands"
    case .unknownWord(let word, let isCommand, let advice):
      "\(isCommand ? "unknown command" : "no help for") \(Printable.quoted(word)); "
        + (advice ?? "'\(tool) help' lists \(isCommand ? "the commands" : "commands and topics")")
    case .unknownOption(let spelling, let command, let nearest):
      Self.unknown(spelling, of: command, namesNearest ? nearest : nil, tool)
    case .foreignOption(let name, let command, let owners):
      "cannot use '\(name)' with '\(tool) \(command)'; "
        + (owners.count > 4
          ? "'\(tool) \(command) --help' lists its options"
          : "only \(Self.list(owners, "and")) \(owners.count == 1 ? "takes" : "take") it")
    case .repeatedOption(let name):
      "option '\(name)' given twice"
    case .conflictingOptions(let one, let other):
      "'\(one)' cannot be used with '\(other)'"
    case .optionNeeds(let name, let other):
      "'\(name)' needs '\(other)'"
    case .missingOption(let names, let command):
      "'\(tool) \(command)' needs \(Self.list(names, "or"))"
    case .missingValue(let option, let value):
      "option '\(option)' needs a value: '\(option) \(value)'"
    case .unexpectedValue(let option):
      "option '\(option)' takes no value"
    case .badValue(let value, let name, let isOption, let problem):
      Self.bad(isOption ? "'\(name)'" : name, value, problem)
    case .fileExpected(let option, let advice):
      "\(option) takes a file: \(advice)"
    case .missingArguments(let names, _):
      "missing \(Printable.plural(names.count, "argument")) \(names.joined(separator: " and "))"
    case .extraArguments(let arguments, _):
      "unexpected \(Printable.plural(arguments.count, "argument")) "
        + Printable.quoted(arguments.first ?? [])
        + (arguments.count > 1 ? " and \(arguments.count - 1) more" : "")
    }
  }

  package var usage: String? {
    switch self {
    case .missingArguments(_, let usage), .extraArguments(_, let usage): usage
    default: nil
    }
  }

  private static func unknown(
    _ spelling: [UInt8], of command: String?, _ nearest: String?, _ tool: String
  ) -> String {
    let owner = command.map { "\(tool) \($0)" } ?? tool
    // No option contains such a character.
    let isArgument = spelling.dropFirst().first.map {
      $0 < 0x80 && !$0.isWordCharacter && $0 != UInt8(ascii: "-")
    }
    let list =
      isArgument == true
      ? "write '--' before an argument that begins with '-'" : "'\(owner) --help' lists its options"
    let advice = nearest.map { "the nearest is '\($0)'" } ?? list
    return "'\(owner)' has no option \(Printable.quoted(spelling)); \(advice)"
  }

  private static func bad(_ what: String, _ value: [UInt8], _ problem: ArgumentProblem) -> String {
    switch problem {
    case .empty:
      return "\(what) must not be empty"
    case .expected(let words):
      return "\(what) takes \(words), not \(Printable.quoted(value))"
    case .notOneOf(let words):
      let nearest = NearMiss.nearest(to: value, among: words).map { "; the nearest is '\($0)'" }
      return "\(what) takes \(list(words, "or")), not \(Printable.quoted(value))\(nearest ?? "")"
    case .invalid(let reason):
      return "\(what): \(reason)"
    }
  }

  private static func list(_ names: [String], _ conjunction: String) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

/// The reason why an argument cannot be converted.
package enum ArgumentProblem: Error, Equatable, Sendable {
  case empty
  /// Names the expected value ("a duration such as 100ms"); the message quotes the argument.
  case expected(String)
  case notOneOf([String])
  /// A complete reason; the message does not quote the argument.
  case invalid(String)
}
