import JSONSource

/// An error, a warning or a note, with its place.
package struct Diagnostic: Error {
  package enum Severity: String, Sendable {
    case error, warning
    case note
  }

  /// The rules of findings, spelled as `check` prints them.
  package enum Rule: String, Sendable, CaseIterable {
    case syntax
    case duplicateName = "duplicate-name"
    case unreadable
    case directive
    case outsideRoot = "outside-root"
    case cycle, reference
    case noParent = "no-parent"
    case final, type, required, expired
    case unknownKey = "unknown-key"
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
    case dottedName = "dotted-name"
    case noReference = "no-reference"
    case settings
    case nearKey = "near-key"
    case ignoredFile = "ignored-file"
    case idleRule = "idle-rule"
    case repeatedParent = "repeated-parent"
    case parentOrder = "parent-order"
    case environment
  }

  /// Related information, with its place.
  package struct Note: Sendable {
    package enum Kind: Sendable {
      /// The first of two members with the same name; the inclusion of an invalid file.
      case firstName, inclusion
      case conflictMarker
      /// A declaration, final, date or strategy that the problem refers to.
      case type, deprecation, final, date, strategy
      case closed
      /// Directives do not apply inside a computed value.
      case computed(Directive)
      /// The inherited value; the value in another file, the first and others.
      case inherited, firstValue, anotherValue
      case more(Int)
      case nearest([UInt8])
      /// The value of the key that has the same spelling without quotes.
      case otherValue
      case absence(AbsenceReason)
      case neverSet(nearest: [UInt8])
      /// A value that depends on the failed value, or is in the cycle.
      case needing(ValueName)
      case inCycle(ValueName)
      /// A scope inherits from another, by the text at this place or as its child.
      case inherits(Scope, Scope)
      case includedValue
      case template([UInt8])
      case ignoredName([UInt8])
      /// A hint that `##` in a path means `#`.
      case numberSign
    }

    package let kind: Kind
    package let place: SourceRange?

    package init(_ kind: Kind, at place: SourceRange? = nil) {
      self.kind = kind
      self.place = place
    }
  }

  package let severity: Severity
  package let rule: Rule
  package let problem: Problem
  package let place: SourceRange?
  /// The key of the problem; for a directive its pattern from the top object.
  package let key: [UInt8]?
  /// Set if the key is not a pattern.
  package let named: Key?
  /// The file of a problem that is not in its text.
  package let path: [UInt8]?
  package let home: SourceFile.TextOrigin
  package private(set) var notes: [Note]
  /// The origin of the problem if it is elsewhere. Findings with equal causes are merged.
  package let cause: SourceRange?

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ problem: Problem, at place: SourceRange? = nil,
    key: [UInt8]? = nil, named: Key? = nil, path: [UInt8]? = nil,
    home: SourceFile.TextOrigin = .tree(0), notes: [Note] = [], cause: SourceRange? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.problem = problem
    self.place = place
    self.key = key
    self.named = named
    self.path = path
    self.home = home
    self.notes = notes
    self.cause = cause
  }

  package init(
    _ severity: Severity, _ rule: Rule, _ pattern: KeyPattern, _ names: NameTable,
    _ problem: KeyProblem, at place: SourceRange?, notes: [Note] = []
  ) {
    let key = names.shown(pattern)
    self.init(
      severity, rule, .key(key, problem), at: place, key: key, named: pattern.key, notes: notes)
  }

  func adding(_ notes: [Note]) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes += notes
    return diagnostic
  }

  /// The diagnostic without the value that violates its type.
  package var withoutValue: Diagnostic {
    let hidden: Problem
    switch problem {
    case .key(let pattern, .type(let violation, let scope, let isInside)):
      hidden = .key(pattern, .type(violation.hidden, in: scope, isInside: isInside))
    case .noRuledParent(let ruled, let scope, _):
      hidden = .noRuledParent(ruled.withoutValues, in: scope, nearest: nil)
    default: return self
    }
    return Diagnostic(
      severity, rule, hidden, at: place, key: key,
      named: named, path: path, home: home, notes: notes, cause: cause)
  }

  /// The keys whose values form the path of a missing parent.
  package var keysOfParent: [Key] {
    if case .noRuledParent(let ruled, _, _) = problem { ruled.keys } else { [] }
  }

  /// The key or the parent scope of the problem; nil for problems of files.
  package var subject: [UInt8]? {
    switch problem {
    case .repeatedParent(let scope), .otherOrder(let scope, _, _, _): scope.path
    case .noRuledParent(let ruled, _, _): ruled.subject
    default: key
    }
  }

  /// The path of the file or directory of the problem, from the root.
  package var anyPath: [UInt8] { place?.file.path ?? path ?? [] }

  package init(_ error: SyntaxError, in file: SourceFile) {
    var notes: [Note] = []
    var rule = Rule.syntax
    switch error.problem {
    case .duplicateName(let first):
      rule = .duplicateName
      notes.append(Note(.firstName, at: SourceRange(file, first)))
    case .mergeConflict(let others):
      for range in others { notes.append(Note(.conflictMarker, at: SourceRange(file, range))) }
    case .tooLarge: rule = .unreadable
    default: break
    }
    self.init(
      .error, rule, .syntax(error, file), at: SourceRange(file, error.range), notes: notes)
  }
}
