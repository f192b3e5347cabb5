/// The kind of value that an argument or option takes, which selects its completions.
package indirect enum ValueKind: Sendable, Equatable {
  case scope
  case key
  case keyPattern
  /// `KEY=VALUE`.
  case assignment
  /// `NAME=KEY`.
  case namedKey
  case file
  case directory
  case revision
  case commandName
  case program
  case choice([String])
  /// Some of fixed words, separated by commas, which the command's details list.
  case listedChoices([String])
  case text
  case value
  /// The first kind, or the second if any of these options is given.
  case depending(ValueKind, ValueKind, on: [String])

  func resolved(_ isGiven: (_ option: String) -> Bool) -> ValueKind {
    guard case .depending(let usual, let other, let names) = self else { return self }
    return names.contains(where: isGiven) ? other : usual
  }

  package var refusesEmpty: Bool {
    switch self {
    case .text, .value, .assignment, .listedChoices: false
    default: true
    }
  }

  package var words: [String] {
    if case .choice(let words) = self { words } else { [] }
  }

  /// The words after the help of an argument.
  var wordList: String { words.isEmpty ? "" : ": \(words.joined(separator: ", "))" }
}
