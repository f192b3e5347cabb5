import JSONSource

/// Something wrong or doubtful, with the place where it stands.
package struct Diagnostic: Error {
  package enum Severity: String, Sendable {
    case error, warning
    /// Nothing is wrong, as far as anybody can tell.
    case note
  }

  /// The rules that findings belong to, in the spelling `check` prints.
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

  /// What else is to be known, and where it stands.
  package struct Note: Sendable {
    /// What stands at the note's place.
    package enum Kind: Sendable {
      /// The first of two members with one name; what includes the file at fault.
      case firstName, inclusion
      /// Another line that a merge left.
      case conflictMarker
      /// What a declaration, a final, a date or a strategy says that the problem is about.
      case type, deprecation, final, date, strategy
      /// What closes the object around the key.
      case closed
      /// A computed value, of which a directive does not reach the inside.
      case computed(Directive)
      /// What would be inherited; another file's value, the first of them and the others.
      case inherited, firstValue, anotherValue
      /// How many others there are that are not told.
      case more(Int)
      /// The nearest key to one that nobody has.
      case nearest([UInt8])
      /// What a key names that is spelled as another one's name is.
      case otherValue
      /// What took the value away.
      case absence(AbsenceReason)
      /// No level ever set the key; this one is the nearest.
      case neverSet(nearest: [UInt8])
      /// A computed value that is not worked out for want of what is at fault; one in the circle.
      case needing(ValueName)
      case inCycle(ValueName)
      /// A scope inherits from another one: by what stands here, or as the one below it.
      case inherits(Scope, Scope)
      /// What was to be included and cannot be.
      case includedValue
      /// The template by which a scope was to inherit.
      case template([UInt8])
      /// A name that the tree's settings pass over.
      case ignoredName([UInt8])
      /// How a path is written that might have been meant otherwise.
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
  /// The key that it is about, as it is written; in a directive's case its pattern from the top.
  package let key: [UInt8]?
  /// That key, where it names one value and is not only shown.
  package let named: Key?
  /// The file's path, where the trouble is with the file and not with its text.
  package let path: [UInt8]?
  /// The tree in which that path lies.
  package let home: SourceFile.Home
  package private(set) var notes: [Note]
  /// Where what is at fault begins, if that is elsewhere: findings with one cause are one.
  package let cause: SourceRange?

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ problem: Problem, at place: SourceRange? = nil,
    key: [UInt8]? = nil, named: Key? = nil, path: [UInt8]? = nil,
    home: SourceFile.Home = .tree(0), notes: [Note] = [], cause: SourceRange? = nil
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

  /// One about a key, or about those of a pattern.
  package init(
    _ severity: Severity, _ rule: Rule, _ pattern: KeyPattern, _ names: NameTable,
    _ problem: KeyProblem, at place: SourceRange?, notes: [Note] = []
  ) {
    let key = names.shown(pattern)
    self.init(
      severity, rule, .key(key, problem), at: place, key: key, named: pattern.key, notes: notes)
  }

  /// The same with more to be known.
  func adding(_ notes: [Note]) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes += notes
    return diagnostic
  }

  /// The same without the value that is not of its type.
  package var withoutValue: Diagnostic {
    let hidden: Problem
    switch problem {
    case .key(let pattern, .type(let shortfall, let scope, let isInside)):
      hidden = .key(pattern, .type(shortfall.hidden, in: scope, isInside: isInside))
    case .noRuledParent(let ruled, let scope, _):
      hidden = .noRuledParent(ruled.withoutValues, in: scope, nearest: nil)
    default: return self
    }
    return Diagnostic(
      severity, rule, hidden, at: place, key: key,
      named: named, path: path, home: home, notes: notes, cause: cause)
  }

  /// The keys whose values are in the path of a parent that does not exist.
  package var keysOfParent: [Key] {
    if case .noRuledParent(let ruled, _, _) = problem { ruled.keys } else { [] }
  }

  /// What it is about: a key, or a scope that is inherited from; nil where that is a file.
  package var subject: [UInt8]? {
    switch problem {
    case .repeatedParent(let scope), .otherOrder(let scope, _, _, _): scope.path
    case .noRuledParent(let ruled, _, _): ruled.subject
    default: key
    }
  }

  /// The path of the file or directory that it is about, from the root.
  package var anyPath: [UInt8] { place?.file.path ?? path ?? [] }

  /// What kept a file from being read as JSON.
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
