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
    case cycle, reference, final, type, required, expired
    case deprecated
    case kindClash = "kind-clash"
    case redundant
    case idleStop = "idle-stop"
    case idleExclude = "idle-exclude"
    case idleRemove = "idle-remove"
    case idleAttribute = "idle-attribute"
    case setTwice = "set-twice"
    case mergeKind = "merge-kind"
    case nestedRoot = "nested-root"
    case finalDraws = "final-draws"
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
  /// The tree in which that path lies.
  package let home: SourceFile.Home
  package let notes: [Note]

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ message: String, at place: Place? = nil,
    key: [UInt8]? = nil, path: [UInt8]? = nil, home: SourceFile.Home = .tree(0),
    notes: [Note] = []
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.place = place
    self.key = key
    self.path = path
    self.home = home
    self.notes = notes
  }
}
