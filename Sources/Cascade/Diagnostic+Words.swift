import JSONSource
import SafeText

// Every message is lower case, without a full stop, and safe to print.

extension Diagnostic {
  package var message: String { problem.words }

  static func quoted(key: [UInt8]) -> String { "'\(String(decoding: key, as: UTF8.self))'" }
}

extension Diagnostic.Note {
  package var message: String {
    switch kind {
    case .firstName: "the first one is here"
    case .inclusion: "included here"
    case .conflictMarker: "the conflict continues here"
    case .type: "the type is declared here"
    case .closed: "the object is closed here"
    case .computed(let directive):
      "the enclosing value is computed; '\(directive.rawValue)' applies only to written values"
    case .deprecation: "declared deprecated here"
    case .final: "declared final here"
    case .date: "the date is here"
    case .strategy: "the strategy"
    case .inherited: "the inherited value"
    case .firstValue: "the first one"
    case .anotherValue: "another one"
    case .anotherPlace: "also here"
    case .more(let count): "and \(count) more"
    case .nearest(let key): "the nearest key is \(Diagnostic.quoted(key: key))"
    case .otherValue: "the other value"
    case .absence(let reason): "it was \(reason.rawValue) here"
    case .neverSet(let key): "no level sets it; the nearest key is \(Diagnostic.quoted(key: key))"
    case .needing(let value): "\(value.words) depends on it"
    case .inCycle(let value): "\(value.words) is here"
    case .inherits(let scope, let parent):
      "\(quoted(scope)) "
        + (place == nil ? "is below \(quoted(parent))" : "inherits from \(quoted(parent))")
    case .includedValue: "it is here"
    case .template(let text): "by the template '\(Printable.excerpt(text))'"
    case .ignoredName(let name): "'.heir' ignores '\(Printable.excerpt(name))'"
    case .numberSign: "write '#' in a file name as '##'"
    }
  }
}

extension Diagnostic.Problem {
  fileprivate var words: String {
    switch self {
    case .syntax(let error, let file):
      error.words(file.source, holder: file.home.holder)
    case .unknownDirective(let name, let nearest):
      "unknown directive \(quoted(name)); "
        + (Directive.instead(of: name) ?? nearest.map { "the nearest is \(quoted($0))" }
          ?? Self.dollarName)
    case .noObjectGiven: "\(SourceFile.TextOrigin.facts.holder) must contain one object, '{ … }'"
    case .directiveGiven(let name):
      "\(quoted(name)) cannot be used in \(SourceFile.TextOrigin.facts.holder); \(Self.dollarName)"
    case .misplaced(let name, let place): "\(quoted(name)) \(place.words)"
    case .twoComputed(let one, let other):
      "\(quoted(one)) and \(quoted(other)) cannot be used in one object; remove one"
    case .unknownOption(let name, let directive, let nearest):
      "unknown option \(quoted(name)) of \(quoted(directive)); "
        + (nearest.map { "the nearest is \(quoted($0))" } ?? "it takes \(listed(directive.options))")
    case .wrongValue(let directive): "\(quoted(directive)) takes \(directive.wantedValue)"
    case .notAKey(let directive): "each key in \(quoted(directive)) must be a string"
    case .wrongDetail(let directive, let choices, let given):
      directive.wrongDetail(choices, given)
    case .emptyDetail(let directive): "each key in \(quoted(directive)) needs at least one type"
    case .wrongOption(let option, let choices): "\(quoted(option)) \(option.wanted(choices))"
    case .idleOption(let option, let types):
      // An integer is a number, so both would be listed.
      "\(quoted(option)) applies only to "
        + types.filter { $0 != .integer }.map { "\($0.rawValue)s" }.joined(separator: " and ")
        + ", but the type allows none"
    case .crossedBounds: "'min' is greater than 'max'; no number is allowed"
    case .badKey(let text, let error, let directive):
      Self.start(directive) + error.words(for: text)
    case .tooManyNames(let text, let limit, let directive):
      Self.start(directive)
        + "\(Printable.quoted(text)) has more than \(limit) names, counted from the top object"
    case .unknownReference(let text, let nearest):
      "unknown reference \(quoted(text)); "
        + (nearest.map { "the nearest is \(quoted($0))" }
          ?? "use '$scope', '$scope.name', '$inherited' or '$facts.KEY', "
          + "or quote a name that begins with '$', as in '\"$name\"'")
    case .factWithoutKey(let text):
      "'\(Printable.excerpt(text))' names no fact; write '$facts.KEY'"
    case .tooManyDots(let text):
      "'\(Printable.excerpt(text))' has more leading dots than enclosing objects"
    case .openReference: "'${' without '}', or inside a default; write '$$' for a plain '$'"
    case .defaultInKey(let key):
      "'|' after '\(Printable.excerpt(key))' begins a default only in \"$format\"; "
        + "use the option \"default\", or quote the name"
    case .badVariableName: "not a valid name of an environment variable"
    case .badPath(let error): error.words
    case .noFileToInclude(let path): "included file '\(Printable.excerpt(path))' does not exist"
    case .noKeyToInclude(let key, let path):
      "'\(Printable.excerpt(path))' has no key \(Diagnostic.quoted(key: key)) to include"
    case .noObjectToInclude(let key, let path, let type):
      "\(Diagnostic.quoted(key: key)) in '\(Printable.excerpt(path))' is \(type.withArticle); "
        + "only an object can be included"
    case .includesItself(let path): "a cycle: '\(Printable.excerpt(path))' includes itself"
    case .tooManyInclusions(let limit): "more than \(limit) inclusions in one scope"
    case .tooManyInclusionsInOneAnother(let limit):
      "more than \(limit) nested inclusions"
    case .includesTooDeep(let limit):
      "with this inclusion, more than \(limit) levels of nesting"
    case .includesTooMuch:
      "repeated inclusions in this scope exceed \(ValueSize.maxMebibytes) MiB "
        + "or \(ValueSize.mostIncluded.values) values"
    case .badScope(let text):
      "\(quoted(text)) is not a scope; write a path such as '/a/b' from the root or './b' from this scope"
    case .scopeAboveRoot(let text):
      "\(quoted(text)) leads out of the tree, above the root"
    case .noParent(let scope, _) where scope.names.contains { "._".utf8.contains($0.first ?? 0) }:
      "parent scope \(quoted(scope)) does not exist; "
        + "a directory whose name begins with '.' or '_' is not a scope"
    case .noParent(let scope, let nearest):
      "parent scope \(quoted(scope)) does not exist"
        + (nearest.map { "; the nearest is \(quoted($0))" } ?? "")
    case .noRuledParent(let ruled, let scope, let nearest): ruled.words(in: scope, nearest)
    case .inheritsItself(let scope): "a cycle: \(quoted(scope)) inherits from itself"
    case .tooManyAncestors(let scope, let limit):
      "\(quoted(scope)) inherits from more than \(limit) scopes"
    case .repeatedParent(let scope):
      "\(quoted(scope)) is inherited in the same order without this entry; remove it"
    case .otherOrder(let nearer, let farther, let scope, let other):
      "\(quoted(nearer)) is before \(quoted(farther)) in \(quoted(scope)), but after it in \(quoted(other))"
    case .nestedRoot:
      "'.heir' below the root; commands run in this directory or below use it as the root "
        + "unless --root is given"
    case .halfImported:
      "an import was interrupted, so files of two imports may be mixed; run the same 'heir import' again"
    case .ignoredFiles(let name, let count):
      "\(Printable.quoted(name))"
        + (count > 0 ? " and \(Printable.count(count, "more file")) here are" : " is")
        + " not read: no pattern of property files matches; "
        + "convert or rename it, or begin the name with '_'"
    case .key(let key, let problem): problem.words(Diagnostic.quoted(key: key))
    case .value(let problem): problem.words
    case .foreign(let problem): problem.words
    }
  }

  private static let dollarName = "write '$$' for a name that begins with '$'"

  private static func start(_ directive: Directive?) -> String {
    directive.map { quoted($0) + ": " } ?? ""
  }
}

extension RuleResult {
  fileprivate func words(in scope: Scope, _ nearest: Scope?) -> String {
    let start = "the template '\(Printable.excerpt(template))' gives \(quoted(scope)) no parent"
    switch target {
    case .noScope(let path):
      return "parent scope \(quoted(path)) of \(quoted(scope)) does not exist"
        + (nearest.map { "; the nearest is \(quoted($0))" } ?? "")
    case .emptyName(let path): return "\(start): '\(Printable.excerpt(path))' has an empty name"
    case .noValue(let reference): return "\(start): '\(Printable.excerpt(reference))' has no value"
    case .noFacts(let file):
      return start + ": "
        + (file.map { "its facts file \(quoted($0)) does not exist" } ?? "no facts are given")
    case .scope, .itself: return start
    }
  }
}

func quoted(_ name: [UInt8]) -> String { "'\(Printable.excerpt(name))'" }

private func quoted(_ scope: Scope) -> String { "'\(Printable.excerpt(scope.path))'" }

private func quoted(_ directive: Directive) -> String { "'\(directive.rawValue)'" }

private func quoted(_ name: some RawRepresentable<String>) -> String { "'\(name.rawValue)'" }

private func listed(_ options: [Directive.Modifier]) -> String {
  options.map { quoted($0) }.joined(separator: ", ")
}

private func listed(_ words: [String]) -> String {
  words.map { "\"\($0)\"" }.joined(separator: ", ")
}

extension Directive {
  fileprivate var wantedValue: String {
    switch (self, shape) {
    case (_, .keys): "a list of keys, or true"
    case (_, .paths): "a path or a list of paths"
    case (_, .scopes): "a list of scopes (strings)"
    case (_, .abstraction):
      "true, or \"here\" for this scope alone; leave it out if the scope is not abstract"
    case (_, .each(.values)):
      "an object with a list of values for each array's key; \(Directive.wholeValue)"
    case (.ref, _): "a key (a string)"
    case (.format, _): "a string with references"
    case (.env, _): "the name of a variable (a string)"
    case (.file, _): "a path (a string)"
    default: "an object whose members are keys"
    }
  }

  fileprivate func wrongDetail(_ choices: [String], _ given: [UInt8]?) -> String {
    let wanted = wantedDetail(choices)
    guard let given, !choices.isEmpty else { return "each key in \(quoted(self)) takes \(wanted)" }
    let near = NearMiss.nearest(to: given, among: choices)
    return "unknown value \"\(Printable.string(given, limit: 40))\" in \(quoted(self)); "
      + (near.map { "the nearest is \"\($0)\"" } ?? "it takes \(wanted)")
  }

  private func wantedDetail(_ choices: [String]) -> String {
    switch shape {
    case .each(.strategy): "\(listed(choices)), {\"union\": \"prepend\"} or {\"by\": NAME}"
    case .each(.types):
      "one of \(listed(choices)), a list of them, or an object of \(listed(options))"
    case .each(.values): "a list of the values to remove from an array; \(Directive.wholeValue)"
    case .each(.date): "a date such as \"2027-03-31\""
    default: "a string"
    }
  }
}

extension Directive.Modifier {
  fileprivate func wanted(_ choices: [String]) -> String {
    switch self {
    case .default: "takes a value"
    case .scope: "must be a scope, such as \"/prod/eu\""
    case .map: "must be an object that maps values to others"
    case .type: "must be one of \(listed(choices))"
    case .trim: "must be true or false"
    case .enum: "must be a list of the allowed values, without directives"
    case .min, .max: "must be a number"
    case .match:
      "must be a string in which '*' matches any bytes, such as \"db-*\", not a regular expression"
    case .items: "must be a type"
    case .length: "must be a minimum and a maximum, such as [1, 63]"
    }
  }
}

extension Diagnostic.Placement {
  fileprivate var words: String {
    switch self {
    case .belowTop: "is allowed only in the top object of a file"
    case .top: "is not allowed in the top object of a file"
    case .fragment: "is not allowed in an included file"
    case .included: "cannot make an included object a computed value"
    case .array: "is not allowed inside an array"
    case .computedValue: "is not allowed inside a computed value"
    case .removedValues: "is not allowed inside the values of '$remove'"
    case .options: "is not allowed in a computed value"
    case .map: "is not allowed in 'map'"
    }
  }
}

extension Diagnostic.PathError {
  fileprivate var words: String {
    switch self {
    case .empty: "the path is empty"
    case .containsNUL: "the path contains NUL"
    case .absolute: "paths are relative to the directory of this file; remove the leading '/'"
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics without those that repeat the place and messages of another.
  package var distinct: [Diagnostic] {
    var said: [SourceRange.ID?: Set<[String]>] = [:]
    return filter {
      said[$0.place?.id, default: []].insert([$0.message] + $0.notes.map(\.message)).inserted
    }
  }
}
