import JSONSource
import SafeText

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
    case halfImported = "half-imported"
    case finalDraws = "final-draws"
    case dottedName = "dotted-name"
    case noReference = "no-reference"
    case encrypted
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
      /// Another place of the problem.
      case anotherPlace
      case more(Int)
      case nearest([UInt8])
      /// The value of the key that has the same spelling without quotes.
      case otherValue
      case absence(Outcome)
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

  package private(set) var severity: Severity
  package private(set) var rule: Rule
  package private(set) var problem: Problem
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

  package func adding(_ notes: [Note]) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes += notes
    return diagnostic
  }

  package func with(_ problem: Problem) -> Diagnostic {
    var diagnostic = self
    diagnostic.problem = problem
    return diagnostic
  }

  package func with(_ severity: Severity, _ rule: Rule) -> Diagnostic {
    var diagnostic = self
    (diagnostic.severity, diagnostic.rule) = (severity, rule)
    return diagnostic
  }

  /// The diagnostic without the value that violates its type.
  package var withoutValue: Diagnostic {
    switch problem {
    case .key(let key, .type(let violation, let scope, let isInside, let count)):
      with(.key(key, .type(violation.hidden, in: scope, isInside: isInside, count: count)))
    case .noRuledParent(let ruled, let scope, _):
      with(.noRuledParent(ruled.withoutValues, in: scope, nearest: nil))
    default: self
    }
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

extension Diagnostic.ValueProblem {
  var words: String {
    switch self {
    case .noValue: return "it has no value"
    case .tooLong(let limit): return "more than \(limit) references in a chain"
    case .tooMuch:
      return "the computed value exceeds \(ValueSize.maxMebibytes) MiB "
        + "or \(ValueSize.most.values) values"
    case .tooMuchReported:
      let most = ValueSize.mostReported
      return "the computed values of all scopes exceed \(most.bytes >> 20) MiB "
        + "or \(most.values) values"
    case .tooDeep(let limit): return "the result nests deeper than \(limit) levels"
    case .noReferent(let missing):
      let places = missing.places > 1 ? ": \(Printable.amount(missing.places)) places" : ""
      return "\(quoted(missing.reference)) has no value in "
        + "\(Printable.string(missing.scope.path))\(places); add a value or a 'default'"
    case .noScope(let scope):
      return "scope \(quoted(scope.path)) does not exist"
    case .inheritedElsewhere:
      return "'$inherited' cannot be used with 'scope'; remove 'scope'"
    case .noText(let reference, let type):
      return "\(quoted(reference)) is \(type.withArticle); "
        + "it must be a string, a number, true or false"
    case .noTranslation(let reference, let scope, _):
      return "'map' has no entry for the value of \(quoted(reference)) in "
        + "\(Printable.string(scope.path)); add one, '*' or a 'default'"
    case .noFact(let reference, let near):
      return "fact \(quoted(reference)) is missing; "
        + (near.map { "the nearest is \(quoted($0))" } ?? "add it or a 'default'")
    case .noFactsGiven(let reference, nil):
      return "\(quoted(reference)) needs facts; use '--facts FILE' or add a 'default'"
    case .noFactsGiven(let reference, let file?):
      return "\(quoted(reference)) needs facts, and \(quoted(file)) does not exist; "
        + "create it or add a 'default'"
    case .variableUnset(let name):
      return "environment variable \(Printable.quoted(name)) is not set; set it or add a 'default'"
    case .variableNotAllowed(let name):
      return "environment variable \(Printable.quoted(name)) is not allowed; "
        + "use '--allow-env \(Printable.excerpt(name))'"
    case .variableOfOtherType(let name, let type):
      return "environment variable \(Printable.quoted(name)) is not \(type.words)"
    case .noFile(let path): return "file \(quoted(path)) does not exist"
    case .fileNotText(let path): return "file \(quoted(path)) is not UTF-8 text"
    case .cycle(let values):
      let way = (values + values.prefix(1)).map(\.words).joined(separator: " -> ")
      return "a cycle of references: \(way)"
    case .containsItself(let value):
      let shown = value.key.isEmpty ? "the configuration" : Diagnostic.quoted(key: value.key)
      return "a cycle of references: \(shown) would contain itself"
    }
  }
}

extension Diagnostic.ValueName {
  var words: String {
    let elsewhere = scope.map { " in \(Printable.string($0.path))" } ?? ""
    return "\(Diagnostic.quoted(key: key))\(elsewhere)"
  }
}

extension TypeName {
  package var withArticle: String {
    if self == .null { return "null" }
    return "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)"
  }

  /// For example `a string in /prod, not an integer`.
  package func words(insteadOf wanted: [TypeName], _ place: String = "") -> String {
    let kind =
      self == .number && wanted.contains(.integer)
      ? "a number with a fraction or an exponent" : withArticle
    return "\(kind)\(place), not \(wanted.map(\.withArticle).joined(separator: " or "))"
  }
}

extension TypeOfText {
  fileprivate var words: String {
    switch self {
    case .string: "UTF-8 text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .json: "JSON without names that begin with '$'"
    }
  }
}

extension Diagnostic.KeyProblem {
  /// `key` is quoted.
  func words(_ key: String) -> String {
    switch self {
    case .type(let violation, let scope, _, let count):
      violation.words(key, in: Printable.string(scope.path))
        + (count > 1 ? "; \(Printable.amount(count)) values violate the type" : "")
    case .missing(let scope):
      "\(key) is required and has no value in \(Printable.string(scope.path))"
    case .unknown:
      "unknown key \(key) in a closed object; correct its name or declare it"
    case .near(let other):
      "\(key) is in no other scope and looks like a typo of the inherited "
        + "\(Diagnostic.quoted(key: other)); correct its name or declare it"
    case .missingTooOften(let limit):
      "more than \(Printable.amount(limit)) required keys have no value, \(key) among them; "
        + "the other declarations here are not checked"
    case .deprecated(let text): "\(key) is deprecated: \(Printable.excerpt(text))"
    case .expired(let date):
      "the override of \(key) expired after \(Printable.excerpt(date)); "
        + "remove it or set a later date"
    case .refused(let directive, let final) where key == Diagnostic.quoted(key: final):
      directive.map { "\(key) is final; '\($0.rawValue)' cannot change it here" }
        ?? "\(key) is final and cannot be set here"
    case .refused(nil, let final):
      "\(key) cannot be set here: \(Diagnostic.quoted(key: final)) is final"
    case .refused(let directive?, let final):
      "'\(directive.rawValue)' cannot change \(key) here: \(Diagnostic.quoted(key: final)) is final"
    case .objectOverComputed:
      "\(key) is an object that replaces a computed value without merging; "
        + "stop the key if this is intended"
    case .otherKind(isObject: true):
      "\(key) is an object, but the inherited value is not; stop the key if this is intended"
    case .otherKind(isObject: false):
      "\(key) is not an object, but the inherited value is; stop the key if this is intended"
    case .redundant(isEmptyObject: true):
      "\(key) is '{}', which does not change the inherited object"
    case .redundant(isEmptyObject: false): "\(key) repeats the inherited value"
    case .redundantObject(let count):
      "\(key) only repeats \(Printable.count(count, "inherited value"))"
    case .idle(.stop): "'$stop' of \(key) has no effect: it is not inherited here"
    case .idle(.exclude): "'$exclude' of \(key) has no effect: no descendant would inherit it"
    case .idle(.remove): "'$remove' of \(key) has no effect: none of its values is inherited here"
    case .idle(let directive):
      "'\(directive.rawValue)' names \(key), which has no value in this scope or a descendant"
    case .idleBeside(let directive):
      "'\(directive.rawValue)' names \(key), which this scope does not set"
    case .neverMet:
      "'$merge' of \(key) has no effect: no merged value uses this strategy"
    case .dotted(let other):
      "the last name of \(key) contains a dot, so it does not set \(Diagnostic.quoted(key: other)); "
        + "use nested objects to set that key"
    case .looksLikeReference(let count):
      Self.strings(count, in: key, like: "reference")
        + "references work only in {\"$format\": TEXT}"
    case .formatWithoutReference(let count) where count > 1:
      "\(count) '$format' strings contain no '${KEY}', the first in \(key); "
        + "'$name' and '{name}' are not references"
    case .formatWithoutReference:
      "the '$format' of \(key) contains no '${KEY}'; '$name' and '{name}' are not references"
    case .foreignText(let program, let count):
      Self.strings(count, in: key, like: "\(program.name) template")
        + "write {\"$format\": TEXT} with '${KEY}' instead of '\(program.reference)'"
    case .encrypted(let count) where count > 1:
      "\(count) values are encrypted, the first in \(key); merge decrypted ones with '--values'"
    case .encrypted: "\(key) is encrypted; merge the decrypted value with '--values'"
    case .lookupOptions:
      "\(key) has no effect; set merge strategies with '$merge' (see 'heir help coming-from')"
    case .writtenTwice:
      "\(key) is also set in another file of this scope; this file is read last and overrides it"
    case .strategyOfOtherKind:
      "the merge strategy of \(key) does not fit the value here and the inherited one"
    case .dependsOnOpenKey(let other):
      "\(key) is final but depends on \(Diagnostic.quoted(key: other)), which is not"
    }
  }

  private static func strings(_ count: Int, in key: String, like noun: String) -> String {
    count > 1
      ? "\(count) strings look like \(noun)s, the first in \(key); "
      : "a string in \(key) looks like a \(noun); "
  }
}

extension Diagnostic.OtherProgram {
  fileprivate var name: String { self == .hiera ? "Hiera" : "Jinja or Helm" }
  fileprivate var reference: String { self == .hiera ? "%{KEY}" : "{{ KEY }}" }
}

extension TypeViolation {
  fileprivate func words(_ key: String, in scope: String) -> String {
    switch self {
    case .kind(let found, let declared):
      return "\(key) is \(found.words(insteadOf: declared, " in \(scope)"))"
    case .unlisted(nil, _, _): return "\(key) is not one of the allowed values in \(scope)"
    case .unlisted(let value?, let listed, let nearest):
      let more = listed.count - Self.maxListed
      let all =
        listed.prefix(Self.maxListed).joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "")
      return "\(key) is \(value) in \(scope), not \(listed.count > 1 ? "one of " : "")\(all)"
        + (listed.count > 1 ? nearest.map { "; the nearest is \($0)" } ?? "" : "")
    case .outOfBounds(let value, let isLess, let bound):
      let words = "\(isLess ? "less" : "more") than \(bound)"
      return value.map { "\(key) is \($0) in \(scope), \(words)" }
        ?? "\(key) is \(words) in \(scope)"
    case .unlike(let value, let pattern):
      let wanted = pattern.map { "\"\(Printable.excerpt($0.text))\"" } ?? "the declared pattern"
      return value.map { "\(key) is \($0) in \(scope), which does not match \(wanted)" }
        ?? "\(key) does not match \(wanted) in \(scope)"
    case .length(let count, let type, let range):
      let unit = type == .string ? "byte" : "element"
      let wanted =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      return count.map {
        "\(key) has \($0) \(unit)\($0 == 1 ? "" : "s") in \(scope), not \(wanted)"
      }
        ?? "\(key) does not have \(wanted) \(unit)s in \(scope)"
    case .element(let index, let inner):
      return inner.words("element \(index) of \(key)", in: scope)
    }
  }

  private static let maxListed = 8
}

/// The outcome of a statement.
package enum Outcome: String, Sendable {
  case effective, merged, overridden, stopped, excluded, replaced, refused
  case acted, idle

  package var isInForce: Bool { self == .effective || self == .merged }
}
