/// The reason why an argument cannot be converted.
package enum ArgumentProblem: Error, Equatable, Sendable {
  case empty
  /// Names the expected value ("a duration such as 100ms"); the message quotes the argument.
  case expected(String)
  case notOneOf([String])
  /// A complete reason; the message does not quote the argument.
  case invalid(String)
}
