/// What an argument stands for, so that a completion script knows what to offer.
package enum ValueKind: Sendable, Equatable {
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
  case choice([String])
  /// Some of fixed words, with commas between.
  case choices([String])
  case text

  /// Whether an empty argument is an error before anybody converts it.
  package var refusesEmpty: Bool {
    switch self {
    case .text: false
    default: true
    }
  }

  /// The fixed words, where there are any.
  package var words: [String] {
    switch self {
    case .choice(let words), .choices(let words): words
    default: []
    }
  }
}
