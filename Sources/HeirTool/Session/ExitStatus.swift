/// What the exit status says.
package enum ExitStatus: Int32 {
  /// Answered, same, clean.
  case answered = 0
  /// No value, different, findings.
  case nothing = 1
  /// Could not answer.
  case failed = 2
}
