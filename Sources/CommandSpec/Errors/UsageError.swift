/// An error in a command line.
package enum UsageError: Error, Equatable, Sendable {
  case missingCommand
  /// `instead` names the equivalent of another tool's command.
  case unknownCommand([UInt8], instead: String?, nearest: String?, writes: Bool = false)
  case unknownSubject([UInt8], instead: String?, nearest: String?)
  /// `command` is nil if the option precedes it.
  case unknownOption([UInt8], command: String?, nearest: String?)
  case foreignOption(String, command: String, owners: [String])
  /// The option takes a value in some commands only, so before the command it is ambiguous.
  case optionBeforeCommand(String, takingValue: String, takingNone: String)
  case repeatedOption(String)
  case conflictingOptions(String, String)
  case optionNeeds(String, other: String)
  case missingOption(oneOf: [String], command: String)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case badOption(String, value: [UInt8], ArgumentProblem)
  /// A word that is probably meant for another option; `advice` shows the correct form.
  case fileExpected(option: String, advice: String)
  case badArgument(String, value: [UInt8], ArgumentProblem)
  case missingArguments([String], usage: String)
  case extraArguments([[UInt8]], usage: String)

  /// Without the nearest option, for a caller that knows a better hint.
  package var withoutSuggestion: UsageError {
    guard case .unknownOption(let spelling, let command, _) = self else { return self }
    return .unknownOption(spelling, command: command, nearest: nil)
  }
}
