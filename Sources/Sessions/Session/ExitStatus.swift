/// What the exit status says.
package struct ExitStatus: Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Answered, same, clean.
  package static let answered = ExitStatus(rawValue: 0)
  /// No value, different, findings.
  package static let nothing = ExitStatus(rawValue: 1)
  /// Could not answer.
  package static let failed = ExitStatus(rawValue: 2)
  /// Could not come to run a command, whose own statuses are mostly below this one (env(1)).
  package static let notBegun = ExitStatus(rawValue: 125)

  /// The status of a program that could not be run: it is there and cannot be, or it is not there.
  package static func notRun(isMissing: Bool) -> ExitStatus {
    ExitStatus(rawValue: isMissing ? 127 : 126)
  }
}
