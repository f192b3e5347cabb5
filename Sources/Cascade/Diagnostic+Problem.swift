import JSONSource

extension Diagnostic {
  /// What is wrong.
  package enum Problem: Error {
    case syntax(SyntaxError, SourceFile)
    case unknownDirective([UInt8], nearest: Directive?)
    /// A file that the caller names beside the trees holds no object.
    case noObjectGiven
    /// A directive stands in a file that the caller names beside the trees.
    case directiveGiven([UInt8])
    /// A directive, by its name as it is written, where it may not stand.
    case misplaced([UInt8], Whereabouts)
    /// Two directives in one object, each of which makes it a computed value.
    case twoComputed(Directive, Directive)
    case unknownOption([UInt8], of: Directive, nearest: Directive.Modifier?)
    /// A directive's value is not what it takes.
    case wrongValue(of: Directive)
    /// In a directive's list of keys stands something else.
    case notAKey(in: Directive)
    /// What a directive says of a key is not what it says; `choices` are the words that it knows.
    case wrongDetail(of: Directive, choices: [String] = [], given: [UInt8]? = nil)
    case emptyDetail(of: Directive)
    case wrongOption(Directive.Modifier, choices: [String] = [])
    /// A condition speaks of types none of which a value may be.
    case idleOption(Directive.Modifier, [TypeName])
    /// Of two bounds the least is above the most.
    case crossedBounds
    /// A key as it is written in a directive of keys or, where that is nil, in a reference.
    case badKey([UInt8], KeyError, in: Directive?)
    /// A key that has too many names together with those that lead to the object around it.
    case tooManyNames([UInt8], limit: Int, in: Directive?)
    case unknownReference([UInt8], nearest: [UInt8]?)
    /// A reference to facts that names none.
    case factWithoutKey([UInt8])
    case tooManyDots([UInt8])
    case openReference
    case badVariableName
    case badPath(PathError)
    case noFileToInclude([UInt8])
    /// There is nothing under a key in a file of which that is to be included; or it is no object.
    case noKeyToInclude([UInt8], path: [UInt8])
    case noObjectToInclude([UInt8], path: [UInt8], TypeName)
    case includesItself(path: [UInt8])
    case tooManyInclusions(limit: Int)
    case tooManyInclusionsInOneAnother(limit: Int)
    case includesTooDeep(limit: Int)
    /// What a scope includes more than once is too much in sum.
    case includesTooMuch
    /// A text that leads to no scope.
    case badScope([UInt8])
    /// One that would stand above the root.
    case scopeAboveRoot([UInt8])
    /// What a scope is to inherit from, which no tree has.
    case noParent(Scope, nearest: Scope?)
    /// A template that gives a scope no parent; the scope that was probably meant.
    case noRuledParent(RuledParent, in: Scope, nearest: Scope?)
    /// A scope that would have to inherit from itself.
    case inheritsItself(Scope)
    case tooManyAncestors(Scope, limit: Int)
    /// A scope that is listed to inherit from, and is inherited from all the same.
    case repeatedParent(Scope)
    /// Two scopes, the nearer first, that another scope has the other way round.
    case otherOrder(Scope, Scope, in: Scope, other: Scope)
    /// A `.heir` below the root.
    case nestedRoot
    /// Files that look like the scope's own and are not read: the first, and how many more there are.
    case ignoredFiles([UInt8], others: Int)
    /// Something about a key, as it is spelled.
    case key([UInt8], KeyProblem)
    /// A value cannot be worked out.
    case value(ValueProblem)
    /// What those found wrong who read the tree from somewhere; they have the words for it.
    case foreign(any ForeignProblem)
  }

  /// Whether it keeps a scope's order of parents from being known, and that of all below it.
  package var isOfParents: Bool {
    switch problem {
    case .noParent, .inheritsItself, .tooManyAncestors: true
    default: false
    }
  }

  /// Where a directive stands that may not stand there.
  package enum Whereabouts: Sendable {
    /// Not in the top object of a file, the only place for it; or just there.
    case belowTop, top
    /// In the top object of a file that is included; in the object of it that is.
    case fragment, included
    case array, computedValue, removedValues
    /// Beside the directive of a computed value; in the translations of one.
    case options, map
  }

  /// Why a text is no path that a tree may name.
  package enum PathError: Sendable {
    case empty, holdsNUL, absolute
  }

  /// What is wrong with, or doubtful about, a key in a scope.
  package enum KeyProblem: Sendable {
    /// Its value is not what is declared.
    /// Inside a computed value several keys may stand at one place.
    case type(Shortfall, in: Scope, isInside: Bool)
    case missing(in: Scope)
    /// A closed object around it does not know it.
    case unknown
    /// One scope alone has it, and it is one slip from an inherited key.
    case near(to: [UInt8])
    /// With it more than so many keys are required and have no value.
    case missingTooOften(limit: Int)
    case deprecated([UInt8])
    case expired(date: [UInt8])
    /// A final of this pattern withstood a value or, where one is named, a directive.
    case refused(Directive?, final: [UInt8])
    /// What is written is an object and what is inherited is none, or the reverse.
    case otherKind(isObject: Bool)
    /// What is written is an object and what is inherited is computed.
    case objectOverComputed
    /// What is written changes nothing; `{}` adds nothing to an inherited object.
    case redundant(isEmptyObject: Bool)
    /// So many values are written in it, and none of them changes anything.
    case redundantObject(valueCount: Int)
    /// A directive names the key and does nothing.
    case idle(Directive)
    /// One that speaks of what its own scope sets names the key.
    case idleBeside(Directive)
    /// A strategy for it is never used.
    case neverMet
    /// Its last name holds dots; what they would lead to without quotes is another value.
    case dotted(other: [UInt8])
    /// A plain text in it looks like a reference, the first of so many in its file.
    case looksLikeReference(count: Int)
    /// A text with references in it has none, and something that looks like one; likewise.
    case formatWithoutReference(count: Int)
    /// A text in it is a template of another program, the first of so many in its file.
    case foreignText(OtherProgram, count: Int)
    /// It is what Hiera keeps its strategies in.
    case lookupOptions
    /// Another file of the scope writes it, too.
    case writtenTwice
    case strategyOfOtherKind
    /// It is final and draws on a key that is not.
    case drawsOnOpen([UInt8])
  }

  /// A program whose templates heir takes as plain texts.
  package enum OtherProgram: Sendable { case hiera, jinja }

  /// Why a value cannot be worked out.
  package enum ValueProblem: Sendable {
    case noValue
    case tooLong(limit: Int)
    case tooMuch
    case tooDeep(limit: Int)
    /// What a reference, as it is written, names has no value in a scope; whether that is the asked one.
    case noReferent([UInt8], in: Scope, isAsked: Bool)
    case noScope(Scope)
    case inheritedElsewhere
    case noText([UInt8], TypeName)
    case noTranslation([UInt8], in: Scope, isAsked: Bool)
    /// What a reference asks for is not among the facts; what its key is probably meant to be.
    case noFact([UInt8], nearest: [UInt8]?)
    /// A reference asks for a fact, and none are given; the path of the scope's missing file.
    case noFactsGiven([UInt8], file: [UInt8]?)
    case variableUnset([UInt8])
    case variableNotAllowed([UInt8])
    case variableOfOtherType([UInt8], TypeOfText)
    case noFile([UInt8])
    case fileNotText([UInt8])
    /// Values each of which needs the next one, and the last the first.
    case cycle([ValueName])
    /// A value that would have to be part of itself.
    case holdsItself(ValueName)
  }

  /// A value by its key as it is spelled, and its scope where that is another one than the asked.
  package struct ValueName: Sendable {
    package let key: [UInt8]
    package let scope: Scope?
  }
}

/// What is wrong outside of what this module knows.
package protocol ForeignProblem: Sendable {
  /// Lower case, no full stop, safe to print.
  var words: String { get }
}
