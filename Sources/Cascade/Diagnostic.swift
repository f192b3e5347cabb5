import JSONSource

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

  /// What is wrong.
  package enum Problem: Error {
    case syntax(SyntaxError, Source)
    case unknownDirective([UInt8], nearest: Directive?)
    /// A directive, by its name as it is written, where it may not stand.
    case misplaced([UInt8], Whereabouts)
    /// Two directives in one object, each of which makes it a computed value.
    case twoComputed(Directive, Directive)
    case unknownOption([UInt8], of: Directive, nearest: Directive.Option?)
    /// A directive's value is not what it takes.
    case wrongValue(of: Directive)
    /// In a directive's list of keys stands something else.
    case notAKey(in: Directive)
    /// What a directive says of a key is not what it says; `choices` are the words that it knows.
    case wrongDetail(of: Directive, choices: [String] = [])
    case emptyDetail(of: Directive)
    case wrongOption(Directive.Option, choices: [String] = [])
    /// A key as it is written in a directive of keys or, where that is nil, in a reference.
    case badKey([UInt8], KeyError, in: Directive?)
    /// A key that has too many names together with those that lead to the object around it.
    case tooManyNames([UInt8], limit: Int, in: Directive?)
    case unknownReference([UInt8])
    case tooManyDots([UInt8])
    case openReference
    case badVariableName
    case badPath(PathError)
    case includesItself(path: [UInt8])
    case tooManyInclusions(limit: Int)
    case tooManyInclusionsInOneAnother(limit: Int)
    case includesTooDeep(limit: Int)
    /// What a scope includes more than once is too much in sum.
    case includesTooMuch
    /// What nobody needs but people: words.
    case described(String)
  }

  /// Where a directive stands that may not stand there.
  package enum Whereabouts: Sendable {
    /// Not in the top object of a file, the only place for it; or just there.
    case belowTop, top
    case array, computedValue, removedValues
    /// Beside the directive of a computed value; in the translations of one.
    case options, map
  }

  /// Why a text is no path that a tree may name.
  package enum PathError: Sendable {
    case empty, holdsNUL, absolute
  }

  /// What else is to be known, and where it stands.
  package struct Note: Sendable {
    /// What stands at the note's place.
    package enum Kind: Sendable {
      case firstName, inclusion
      /// What nobody needs but people: words.
      case described(String)
    }

    package let kind: Kind
    package let place: Place?

    package init(_ kind: Kind, at place: Place? = nil) {
      self.kind = kind
      self.place = place
    }

    /// A note that only people need.
    package init(_ message: String, at place: Place? = nil) {
      self.init(.described(message), at: place)
    }
  }

  package let severity: Severity
  package let rule: Rule
  package let problem: Problem
  package let place: Place?
  /// The key that it is about, as it is written; in a directive's case its pattern from the top.
  package let key: [UInt8]?
  /// The file's path, where the trouble is with the file and not with its text.
  package let path: [UInt8]?
  /// The tree in which that path lies.
  package let home: SourceFile.Home
  package let notes: [Note]
  /// Where what is at fault begins, if that is elsewhere: findings with one cause are one.
  package let cause: Place?

  package init(
    _ severity: Severity = .error, _ rule: Rule, _ problem: Problem, at place: Place? = nil,
    key: [UInt8]? = nil, path: [UInt8]? = nil, home: SourceFile.Home = .tree(0),
    notes: [Note] = [], cause: Place? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.problem = problem
    self.place = place
    self.key = key
    self.path = path
    self.home = home
    self.notes = notes
    self.cause = cause
  }

  /// One whose problem only people need to know.
  package init(
    _ severity: Severity = .error, _ rule: Rule, _ message: String, at place: Place? = nil,
    key: [UInt8]? = nil, path: [UInt8]? = nil, home: SourceFile.Home = .tree(0),
    notes: [Note] = [], cause: Place? = nil
  ) {
    self.init(
      severity, rule, .described(message), at: place, key: key, path: path, home: home,
      notes: notes, cause: cause)
  }

  /// What kept a file from being read as JSON.
  package init(_ error: SyntaxError, in file: SourceFile) {
    var notes: [Note] = []
    var rule = Rule.syntax
    switch error.problem {
    case .duplicateName(let first):
      rule = .duplicateName
      notes.append(Note(.firstName, at: Place(file, first)))
    case .tooLarge: rule = .unreadable
    default: break
    }
    self.init(
      .error, rule, .syntax(error, file.source), at: Place(file, error.range), notes: notes)
  }
}
