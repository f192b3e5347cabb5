/// Something wrong or doubtful, with the place where it stands.
package struct Diagnostic: Error {
  package enum Severity: Sendable { case error, warning }

  /// The rules that findings belong to, in the spelling `check` prints.
  package enum Rule: String, Sendable, CaseIterable {
    case syntax
    case duplicateName = "duplicate-name"
    case unreadable
    case directive
    case outsideRoot = "outside-root"
    case cycle
    case nestedRoot = "nested-root"
    case kindClash = "kind-clash"
    case redundant
    case idleStop = "idle-stop"
    case idleExclude = "idle-exclude"
    case setTwice = "set-twice"
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
  /// The key that it is about, as it is written; in a directive's case its pattern from the top.
  package let key: [UInt8]?
  /// The file's path, where the trouble is with the file and not with its text.
  package let path: [UInt8]?
  package let notes: [Note]

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ message: String, at place: Place? = nil,
    key: [UInt8]? = nil, path: [UInt8]? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.place = place
    self.key = key
    self.path = path
    self.notes = notes
  }
}
