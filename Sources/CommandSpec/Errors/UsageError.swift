/// Why a command line is not understood.
package enum UsageError: Error, Equatable, Sendable {
  case missingCommand
  /// `instead` says what does here what the name means elsewhere.
  case unknownCommand([UInt8], instead: String?, nearest: String?, writes: Bool = false)
  /// Help has nothing about a word.
  case unknownSubject([UInt8], instead: String?, nearest: String?)
  /// The command is nil where the option stands before any.
  case unknownOption([UInt8], command: String?, nearest: String?)
  case foreignOption(String, command: String, owners: [String])
  /// The option takes a value in some commands only, so that before the command it has two readings.
  case optionBeforeCommand(String, takingValue: String, takingNone: String)
  case repeatedOption(String)
  case conflictingOptions(String, String)
  /// An option means nothing without the other.
  case optionNeeds(String, other: String)
  case missingOption(oneOf: [String], command: String)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case badOption(String, value: [UInt8], ArgumentProblem)
  /// A word that is probably meant for another option; `advice` shows what to write.
  case fileExpected(option: String, advice: String)
  case badArgument(String, value: [UInt8], ArgumentProblem)
  case missingArguments([String], usage: String)
  case extraArguments([[UInt8]], usage: String)

  /// The same without the option that is nearest, where it is known that another thing is meant.
  package var withoutNearest: UsageError {
    guard case .unknownOption(let spelling, let command, _) = self else { return self }
    return .unknownOption(spelling, command: command, nearest: nil)
  }
}
