/// The exit status of a command.
package struct ExitStatus: Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let answered = ExitStatus(rawValue: 0)
  /// No value, a difference, or findings.
  package static let nothing = ExitStatus(rawValue: 1)
  package static let failed = ExitStatus(rawValue: 2)
  /// The status of env(1) for its own errors, because most programs use lower numbers.
  package static let commandError = ExitStatus(rawValue: 125)
}
