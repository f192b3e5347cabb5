import Legible

extension UsageError {
  /// The message, which says what to do.
  package func words(tool: String) -> String {
    switch self {
    case .missingCommand:
      "a command is missing; '\(tool) help' lists them"
    case .unknownCommand(let name, let instead, let nearest, let writes):
      "there is no command \(Printable.quoted(name)); "
        + (instead ?? nearest.map { "the nearest is '\($0)'\(writes ? ", which writes" : "")" }
          ?? "'\(tool) help' lists them")
    case .unknownSubject(let word, let instead, let nearest):
      "there is no help for \(Printable.quoted(word)); "
        + (instead ?? nearest.map { "the nearest is '\($0)'" }
          ?? "'\(tool) help' lists commands and topics")
    case .unknownOption(let spelling, let command, let nearest):
      Self.unknown(spelling, of: command, nearest, tool)
    case .foreignOption(let name, let command, let owners):
      "'\(tool) \(command)' does not take '\(name)'; "
        + (owners.count > Self.fewOwners
          ? "'\(tool) \(command) --help' lists its options"
          : "\(Self.list(owners, "and")) \(owners.count == 1 ? "does" : "do")")
    case .optionBeforeCommand(let name, let with, let without):
      "'\(name)' takes a value in '\(with)' and none in '\(without)': "
        + "write it after the command's name"
    case .repeatedOption(let name):
      "the option '\(name)' comes twice; give it once"
    case .conflictingOptions(let one, let other):
      "'\(one)' and '\(other)' cannot be given together; leave one out"
    case .optionNeeds(let name, let other):
      "'\(name)' needs '\(other)', too"
    case .missingOption(let names, let command):
      "'\(tool) \(command)' needs \(Self.list(names, "or"))"
    case .missingValue(let option, let value):
      "the option '\(option)' needs a value: '\(option) \(value)'"
    case .unexpectedValue(let option):
      "the option '\(option)' takes no value; write '\(option)' alone"
    case .badOption(let name, let value, let problem):
      Self.bad("'\(name)'", value, problem)
    case .fileExpected(let option, let advice):
      "\(option) takes a file: \(advice)"
    case .badArgument(let name, let value, let problem):
      Self.bad(name, value, problem)
    case .missingArguments(let names, _):
      "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") missing"
    case .extraArguments(let arguments, _):
      Self.extra(arguments)
    }
  }

  /// The usage line, where the message is about the number of arguments.
  package var usage: String? {
    switch self {
    case .missingArguments(_, let usage), .extraArguments(_, let usage): usage
    default: nil
    }
  }

  /// More commands that have an option are no help.
  private static let fewOwners = 4

  private static func unknown(
    _ spelling: [UInt8], of command: String?, _ nearest: String?, _ tool: String
  ) -> String {
    let owner = command.map { "\(tool) \($0)" } ?? tool
    // No option is spelled so.
    let isArgument = spelling.dropFirst().first.map {
      $0 < 0x80 && !$0.isOfWord && $0 != UInt8(ascii: "-")
    }
    let list =
      isArgument == true
      ? "an argument that begins with '-' stands behind '--'" : "'\(owner) --help' lists them"
    let advice = nearest.map { "the nearest is '\($0)'" } ?? list
    return "'\(owner)' has no option \(Printable.quoted(spelling)); \(advice)"
  }

  private static func extra(_ arguments: [[UInt8]]) -> String {
    let first = Printable.quoted(arguments.first ?? [])
    return switch arguments.count {
    case 1: "the argument \(first) is one too many"
    default: "\(arguments.count) arguments are too many, from \(first) on"
    }
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
