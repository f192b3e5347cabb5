/// Something wrong or doubtful, with the place where it stands.
package struct Diagnostic: Error {
  package enum Severity: Sendable { case error, warning }

  /// The rules that findings belong to, in the spelling `check` prints.
  package enum Rule: String, Sendable {
    case syntax
    case duplicateName = "duplicate-name"
    case unreadable
    case directive
    case outsideRoot = "outside-root"
    case cycle
  }

  package struct Note: Sendable {
    package let message: String
    package let place: Place?

    package init(_ message: String, at place: Place? = nil) {
      self.message = message
      self.place = place
    }
  }

  package let severity: Severity
  package let rule: Rule
  /// Lower case, no full stop, safe to print: names in it are escaped.
  package let message: String
  package let place: Place?
  /// The file's path, where the trouble is with the file and not with its text.
  package let path: [UInt8]?
  package let notes: [Note]

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ message: String, at place: Place? = nil,
    path: [UInt8]? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.place = place
    self.path = path
    self.notes = notes
  }
}
