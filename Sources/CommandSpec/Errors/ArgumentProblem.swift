/// Why an argument cannot become a value, as the one who declared the value sees it.
package enum ArgumentProblem: Error, Equatable, Sendable {
  case empty
  /// Says what would do ("a duration such as 100ms"); the message shows what was given instead.
  case expected(String)
  case notOneOf([String])
  /// Says in its own words what is wrong; the message does not show the argument.
  case invalid(String)
}
