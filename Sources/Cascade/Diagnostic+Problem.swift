import JSONSource

extension Diagnostic {
  package enum Problem: Error {
    case syntax(SyntaxError, SourceFile)
    case unknownDirective([UInt8], nearest: Directive?)
    /// A file of values or facts contains no object.
    case noObjectGiven
    case directiveGiven([UInt8])
    case misplaced([UInt8], Placement)
    /// Two directives in an object, each of which makes it a computed value.
    case twoComputed(Directive, Directive)
    case unknownOption([UInt8], of: Directive, nearest: Directive.Modifier?)
    case wrongValue(of: Directive)
    case notAKey(in: Directive)
    /// The value of a key in a directive is invalid; `choices` are the allowed words.
    case wrongDetail(of: Directive, choices: [String] = [], given: [UInt8]? = nil)
    case emptyDetail(of: Directive)
    case wrongOption(Directive.Modifier, choices: [String] = [])
    case idleOption(Directive.Modifier, [TypeName])
    case crossedBounds
    /// An invalid key in a directive, or in a reference if the directive is nil.
    case badKey([UInt8], KeyError, in: Directive?)
    /// More names than allowed, counting those of the enclosing objects.
    case tooManyNames([UInt8], limit: Int, in: Directive?)
    case unknownReference([UInt8], nearest: [UInt8]?)
    case factWithoutKey([UInt8])
    case tooManyDots([UInt8])
    case openReference
    /// A `|` outside quotes after the key of a `$ref`; what follows may be a secret.
    case defaultInKey([UInt8])
    case badVariableName
    case badPath(PathError)
    case noFileToInclude([UInt8])
    /// The key to include is missing in the file, or its value is no object.
    case noKeyToInclude([UInt8], path: [UInt8])
    case noObjectToInclude([UInt8], path: [UInt8], TypeName)
    case includesItself(path: [UInt8])
    case tooManyInclusions(limit: Int)
    case tooManyInclusionsInOneAnother(limit: Int)
    case includesTooDeep(limit: Int)
    /// The repeated inclusions of a scope exceed the limit in sum.
    case includesTooMuch
    case badScope([UInt8])
    case scopeAboveRoot([UInt8])
    case noParent(Scope, nearest: Scope?)
    /// A template whose path is no scope, with the nearest scope.
    case noRuledParent(RuleResult, in: Scope, nearest: Scope?)
    case inheritsItself(Scope)
    case tooManyAncestors(Scope, limit: Int)
    /// An entry of `$inherit` that changes nothing.
    case repeatedParent(Scope)
    /// Two scopes, the nearer first, that another scope has in reverse order.
    case otherOrder(Scope, Scope, in: Scope, other: Scope)
    case nestedRoot
    case halfImported
    /// The first file that matches no pattern, and the number of others.
    case ignoredFiles([UInt8], others: Int)
    case key([UInt8], KeyProblem)
    case value(ValueProblem)
    case foreign(any ForeignProblem)
  }

  /// Whether the problem leaves the order of parents unknown for the scope and its descendants.
  package var breaksParentOrder: Bool {
    switch problem {
    case .noParent, .inheritsItself, .tooManyAncestors: true
    default: false
    }
  }

  /// A place where a directive is not allowed.
  package enum Placement: Sendable {
    /// In or outside the top object of a file; in an included file or object.
    case belowTop, top
    case fragment, included
    case array, computedValue, removedValues
    /// Beside the directive of a computed value, or in its `map`.
    case options, map
  }

  package enum PathError: Sendable {
    case empty, containsNUL, absolute
  }

  /// A problem of a key in a scope.
  package enum KeyProblem: Sendable {
    /// Inside a computed value several keys may share a place. The first of `count` values of the key.
    case type(TypeViolation, in: Scope, isInside: Bool, count: Int = 1)
    case missing(in: Scope)
    case unknown
    /// The key is set in a single scope and looks like a typo of an inherited key.
    case near(to: [UInt8])
    /// More than `limit` required keys have no value.
    case missingTooOften(limit: Int)
    case deprecated([UInt8])
    case expired(date: [UInt8])
    /// A final key of this pattern refused a value, or a directive if given.
    case refused(Directive?, final: [UInt8])
    case otherKind(isObject: Bool)
    case objectOverComputed
    case redundant(isEmptyObject: Bool)
    case redundantObject(valueCount: Int)
    case idle(Directive)
    /// The directive describes a value that its scope does not set.
    case idleBeside(Directive)
    /// A merge strategy that is never used.
    case neverMet
    /// The last name contains dots; `other` is the key without quotes.
    case dotted(other: [UInt8])
    /// A plain string looks like a reference; the first of `count` in its file.
    case looksLikeReference(count: Int)
    /// A `$format` string has no reference but text that looks similar; the first of `count` in its file.
    case formatWithoutReference(count: Int)
    /// A string looks like a template of another program; the first of `count` in its file.
    case foreignText(OtherProgram, count: Int)
    /// A string of a program that encrypts values; the first of `count` in its file.
    case encrypted(count: Int)
    /// The key under which Hiera stores merge strategies.
    case lookupOptions
    case writtenTwice
    case strategyOfOtherKind
    case dependsOnOpenKey([UInt8])
  }

  /// A program whose templates are plain strings in heir.
  package enum OtherProgram: Sendable { case hiera, jinja }

  package enum ValueProblem: Sendable {
    case noValue
    case tooLong(limit: Int)
    case tooMuch
    /// In all scopes of a report together.
    case tooMuchReported
    case tooDeep(limit: Int)
    case noReferent(MissingValue)
    case noScope(Scope)
    case inheritedElsewhere
    case noText([UInt8], TypeName)
    case noTranslation([UInt8], in: Scope, isAsked: Bool)
    case noFact([UInt8], nearest: [UInt8]?)
    /// No facts are given; `file` is the path of the scope's missing file.
    case noFactsGiven([UInt8], file: [UInt8]?)
    case variableUnset([UInt8])
    case variableNotAllowed([UInt8])
    case variableOfOtherType([UInt8], TypeOfText)
    case noFile([UInt8])
    case fileNotText([UInt8])
    /// Values each of which depends on the next, and the last on the first.
    case cycle([ValueName])
    case containsItself(ValueName)
  }

  /// A referenced value that is missing.
  package struct MissingValue: Sendable {
    /// As written, or the key of several references.
    package var reference: [UInt8]
    /// Its spelling; nil if no key leads to the value.
    package let key: [UInt8]?
    package var scope: Scope
    /// Whether the scope is the requested scope.
    package let isInAskedScope: Bool
    /// The number of values that need it.
    package var places = 1
  }

  /// A value by its spelled key, and its scope unless that is the requested scope.
  package struct ValueName: Sendable {
    package let key: [UInt8]
    package let scope: Scope?
  }
}

/// A problem that another module defines.
package protocol ForeignProblem: Sendable {
  /// Lower case, no full stop, safe to print.
  var words: String { get }
}

/// The type as which the text of an environment variable is read.
package enum TypeOfText: String, CaseIterable, Sendable {
  case string, integer, number, boolean, json
}

/// A problem with a fixed message.
package struct TextProblem: ForeignProblem {
  package let words: String

  package init(words: String) {
    self.words = words
  }
}
