/// What an argument stands for, so that a completion script knows what to offer.
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
  /// The name of a command of the same tool.
  case commandName
  /// A program to run and its arguments.
  case program
  /// One of fixed words.
  case choice(FixedWords)
  /// Some of fixed words, with commas between.
  case choices(FixedWords)
  /// The same, where the command's details list the words, so that nothing else does.
  case listedChoices(FixedWords)
  case text
  /// A value of the key before it.
  case value
  /// The first, or the second where one of these options is given.
  case depending(ValueKind, ValueKind, on: [String])

  /// What it comes to where it depends on options; `isGiven` tells whether one is given.
  func resolved(_ isGiven: (_ option: String) -> Bool) -> ValueKind {
    guard case .depending(let usual, let other, let names) = self else { return self }
    return names.contains(where: isGiven) ? other : usual
  }

  /// Whether an empty argument is an error before anybody converts it.
  package var refusesEmpty: Bool {
    switch self {
    case .text, .value, .assignment, .listedChoices: false
    default: true
    }
  }

  /// The fixed words, where there are any.
  package var words: [String] {
    switch self {
    case .choice(let words), .choices(let words): words.all
    default: []
    }
  }
}

/// Words that are listed when somebody looks, since a run reads few of the arguments that have any.
package struct FixedWords: Sendable, Equatable {
  private let list: @Sendable () -> [String]

  /// Takes an expression, not yet its value.
  package init(_ list: @autoclosure @escaping @Sendable () -> [String]) { self.list = list }

  /// The words, listed anew.
  package var all: [String] { list() }

  package static func == (one: FixedWords, other: FixedWords) -> Bool { one.all == other.all }
}
