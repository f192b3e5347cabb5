import JSONSource
import Legible

// The words of every diagnostic: lower case, no full stop, and safe to print. Here are those of what is
// wrong where files are read; those about keys and values are in files beside this one.

extension Diagnostic {
  /// The problem in words: lower case, no full stop, safe to print.
  package var message: String { problem.words }

  /// A key in quotes, as it is spelled, which is safe to print.
  static func quoted(key: [UInt8]) -> String { "'\(String(decoding: key, as: UTF8.self))'" }
}

extension Diagnostic.Note {
  /// What stands at its place, in words.
  package var message: String {
    switch kind {
    case .firstName: "the first one is here"
    case .inclusion: "included here"
    case .conflictMarker: "the conflict goes on here"
    case .type: "the type is declared here"
    case .closed: "the object is closed here"
    case .computed(let directive):
      "the value around it is computed; '\(directive.rawValue)' acts on written values only"
    case .deprecation: "so it is declared here"
    case .final: "it is final here"
    case .date: "the date stands here"
    case .strategy: "the strategy"
    case .inherited: "the inherited value"
    case .firstValue: "the first one"
    case .anotherValue: "another one"
    case .more(let count): "and \(count) more"
    case .nearest(let key): "the nearest key is \(Diagnostic.quoted(key: key))"
    case .otherValue: "the other value"
    case .absence(let reason): "it was \(reason.rawValue) here"
    case .neverSet(let key): "it was never set; the nearest key is \(Diagnostic.quoted(key: key))"
    case .needing(let value): "\(value.words) needs it"
    case .inCycle(let value): "\(value.words) stands here"
    case .inherits(let scope, let parent):
      "\(quoted(scope)) "
        + (place == nil ? "stands below \(quoted(parent))" : "inherits from \(quoted(parent))")
    case .includedValue: "it stands here"
    case .template(let text): "by the template '\(Printable.excerpt(text))'"
    case .ignoredName(let name): "'.heir' ignores '\(Printable.excerpt(name))'"
    case .numberSign: "a '#' in the name of a file is written '##'"
    }
  }
}

extension Diagnostic.Problem {
  fileprivate var words: String {
    switch self {
    case .syntax(let error, let file):
      error.words(file.source, holder: file.home.holder)
    case .unknownDirective(let name, let nearest):
      Directive.instead(of: name).map { "'\(Printable.excerpt(name))' is no directive; \($0)" }
        ?? "unknown directive \(quoted(name)); "
        + (nearest.map { "the nearest is \(quoted($0))" }
          ?? "a name that begins with '$' is written with '$$'")
    case .noObjectGiven: "\(SourceFile.Home.facts.holder) holds one object, '{ … }'"
    case .directiveGiven(let name):
      "\(quoted(name)) means nothing in a file that the command line names; "
        + "a name that begins with '$' is written with '$$'"
    case .misplaced(let name, let place): "\(quoted(name)) may \(place.words)"
    case .twoComputed(let one, let other):
      "\(quoted(one)) and \(quoted(other)) in one object; a computed value has one of them"
    case .unknownOption(let name, let directive, let nearest):
      "\(quoted(name)) is no option of \(quoted(directive)); "
        + (nearest.map { "the nearest is \(quoted($0))" }
          ?? "it takes \(listed(directive.options.map(\.rawValue)))")
    case .wrongValue(let directive): "\(quoted(directive)) takes \(directive.wantedValue)"
    case .notAKey(let directive): "\(quoted(directive)) lists keys, and a key is a string"
    case .wrongDetail(let directive, let choices, let given):
      "\(quoted(directive)) gives each key \(directive.wantedDetail(choices))"
        + (choices.isEmpty ? "" : given.map { instead(of: $0, choices) } ?? "")
    case .emptyDetail(let directive): "\(quoted(directive)) gives each key at least one type"
    case .wrongOption(let option, let choices): "\(quoted(option)) \(option.wanted(choices))"
    case .idleOption(let option, let types):
      // An integer is a number.
      "\(quoted(option)) speaks of "
        + types.filter { $0 != .integer }.map { "\($0.rawValue)s" }.joined(separator: " and ")
        + ", and what else is said here allows none"
    case .crossedBounds: "'min' is above 'max', so that no number is allowed"
    case .badKey(let text, let error, let directive):
      Self.start(directive) + error.words(for: text)
    case .tooManyNames(let text, let limit, let directive):
      Self.start(directive)
        + "\(Printable.quoted(text)) has more than \(limit) names, counted from the top"
    case .unknownReference(let text, let nearest):
      "'\(Printable.excerpt(text))' is no reference; "
        + (nearest.map { "the nearest is \(Printable.quoted($0)); " } ?? "")
        + "there are '$scope', '$scope.name', '$inherited' and '$facts.KEY', "
        + "and a name that begins with '$' is written '\"$name\"'"
    case .factWithoutKey(let text):
      "'\(Printable.excerpt(text))' names no fact; write '$facts.KEY'"
    case .tooManyDots(let text):
      "'\(Printable.excerpt(text))' has more dots in front than objects around it"
    case .openReference: "a \"${\" without its '}'; '$' itself is written '$$'"
    case .badVariableName: "no variable can have this name"
    case .badPath(let error): error.words
    case .noFileToInclude(let path): "there is no file '\(Printable.excerpt(path))' to include"
    case .noKeyToInclude(let key, let path):
      "there is no \(Diagnostic.quoted(key: key)) in '\(Printable.excerpt(path))' to include"
    case .noObjectToInclude(let key, let path, let type):
      "\(Diagnostic.quoted(key: key)) in '\(Printable.excerpt(path))' is \(type.withArticle), "
        + "and only an object can be included"
    case .includesItself(let path): "a cycle: '\(Printable.excerpt(path))' includes itself"
    case .tooManyInclusions(let limit): "more than \(limit) inclusions in one scope"
    case .tooManyInclusionsInOneAnother(let limit):
      "more than \(limit) files that include one another"
    case .includesTooDeep(let limit):
      "with what is included here there are more than \(limit) levels of nesting"
    case .includesTooMuch:
      "what this scope includes more than once comes to more than \(Amount.mostMebibytes) MiB "
        + "or \(Amount.most.values) values"
    case .badScope(let text):
      "\(quoted(text)) is no scope: a path from the root or, where it begins with a dot, from this scope, "
        + "without empty names"
    case .scopeAboveRoot(let text):
      "\(quoted(text)) leads out of the tree: nothing stands above the root"
    case .noParent(let scope, _) where scope.names.contains { "._".utf8.contains($0.first ?? 0) }:
      "there is no scope \(quoted(scope)) to inherit from; names that begin with '.' or '_' are no scopes"
    case .noParent(let scope, let nearest):
      "there is no scope \(quoted(scope)) to inherit from"
        + (nearest.map { "; the nearest is \(quoted($0))" } ?? "")
    case .noRuledParent(let ruled, let scope, let nearest): ruled.words(in: scope, nearest)
    case .inheritsItself(let scope): "a cycle: \(quoted(scope)) inherits from itself"
    case .tooManyAncestors(let scope, let limit):
      "\(quoted(scope)) inherits from more than \(limit) scopes"
    case .repeatedParent(let scope):
      "\(quoted(scope)) is inherited from all the same, at the place that it has without this"
    case .otherOrder(let nearer, let farther, let scope, let other):
      "\(quoted(nearer)) stands before \(quoted(farther)) in \(quoted(scope)), and behind it in \(quoted(other))"
    case .nestedRoot:
      "'.heir' below the root; from here on down another root is found unless --root is given"
    case .ignoredFiles(let name, let count):
      "\(Printable.quoted(name))"
        + (count > 0 ? " and \(Printable.count(count, "more file")) here are" : " is")
        + " not read: a scope's own files are JSON, and their names match the tree's patterns; "
        + "write it so, or begin the name with '_'"
    case .key(let key, let problem): problem.words(Diagnostic.quoted(key: key))
    case .value(let problem): problem.words
    case .foreign(let problem): problem.words
    }
  }

  /// What names the directive in which something stands.
  private static func start(_ directive: Directive?) -> String {
    directive.map { quoted($0) + ": " } ?? ""
  }
}

extension RuledParent {
  /// Why it gives a scope no parent.
  fileprivate func words(in scope: Scope, _ nearest: Scope?) -> String {
    let start = "the template '\(Printable.excerpt(template))' gives \(quoted(scope)) no parent"
    switch target {
    case .noScope(let path):
      return "there is no scope '\(Printable.excerpt(path))' for \(quoted(scope)) to inherit from"
        + (nearest.map { "; the nearest is \(quoted($0))" } ?? "")
    case .emptyName(let path): return "\(start): '\(Printable.excerpt(path))' has an empty name"
    case .noValue(let reference): return "\(start): '\(Printable.excerpt(reference))' has no value"
    case .noFacts(let file):
      return start + ": "
        + (file.map { "its facts are missing, '\(Printable.excerpt($0))'" } ?? "no facts are given")
    case .scope, .itself: return start
    }
  }
}

private func quoted(_ name: [UInt8]) -> String { "\"\(Printable.excerpt(name))\"" }

private func quoted(_ scope: Scope) -> String { "'\(Printable.excerpt(scope.path))'" }

private func quoted(_ directive: Directive) -> String { "\"\(directive.rawValue)\"" }

private func quoted(_ name: some RawRepresentable<String>) -> String { "\"\(name.rawValue)\"" }

/// What stands where one of a few words belongs, and which one was probably meant.
private func instead(of given: [UInt8], _ choices: [String]) -> String {
  let near = NearMiss.nearest(to: given, among: choices).map { "; the nearest is \"\($0)\"" }
  return ", not \"\(Printable.string(given, limit: 40))\"\(near ?? "")"
}

private func listed(_ words: [String]) -> String {
  words.map { "\"\($0)\"" }.joined(separator: ", ")
}

extension Directive {
  /// What it takes.
  fileprivate var wantedValue: String {
    switch (self, shape) {
    case (_, .keys): "a list of keys, or true"
    case (_, .paths): "a path, or a list of paths"
    case (_, .scopes): "a list of scopes, which are strings"
    case (_, .truth): "true; a scope that is not abstract leaves it out"
    case (_, .each(.values)):
      "an object of arrays' keys, each with a list of values; \(Directive.wholeValue)"
    case (.ref, _): "a key, which is a string"
    case (.format, _): "a text with references, which is a string"
    case (.env, _): "the name of a variable, which is a string"
    case (.file, _): "a path, which is a string"
    default: "an object of keys"
    }
  }

  /// What it gives each key.
  fileprivate func wantedDetail(_ choices: [String]) -> String {
    switch shape {
    case .each(.strategy): "\(listed(choices)), {\"union\": \"prepend\"} or {\"by\": NAME}"
    case .each(.types):
      "one of \(listed(choices)), a list of them, or an object of \(listed(options.map(\.rawValue)))"
    case .each(.values): "a list of values, which it takes out of an array; \(Directive.wholeValue)"
    case .each(.date): "a day as in \"2027-03-31\""
    default: "a text"
    }
  }
}

extension Directive.Modifier {
  fileprivate func wanted(_ choices: [String]) -> String {
    switch self {
    case .default: "takes a value"
    case .scope: "takes a scope, as in \"/prod/eu\""
    case .map: "takes an object of translations"
    case .type: "is one of \(listed(choices))"
    case .trim: "is true or false"
    case .enum: "is a list of the values that are allowed, as they are"
    case .min, .max: "is a number"
    case .match: "is a text in which '*' stands for any bytes"
    case .items: "is a type"
    case .length: "is the least and the most, as in [1, 63]"
    }
  }
}

extension Diagnostic.Whereabouts {
  fileprivate var words: String {
    switch self {
    case .belowTop: "stand only in the top object of a file"
    case .top: "not stand in a file's top object"
    case .fragment: "not stand in a file that is included"
    case .included: "not make a computed value of what is included"
    case .array: "not stand inside an array"
    case .computedValue: "not stand inside a computed value"
    case .removedValues: "not stand inside the values of a \"$remove\""
    case .options: "not stand in a computed value"
    case .map: "not stand in a \"map\""
    }
  }
}

extension Diagnostic.PathError {
  fileprivate var words: String {
    switch self {
    case .empty: "a path may not be empty"
    case .holdsNUL: "a path may not hold NUL"
    case .absolute: "paths count from the directory of this file; take the '/' in front away"
    }
  }
}

extension Diagnostic {
  /// All that it says, and of what place.
  fileprivate struct Said: Hashable {
    let place: SourceRange.ID?
    let messages: [String]
  }

  fileprivate var said: Said {
    Said(place: place?.id, messages: [message] + notes.map(\.message))
  }
}

extension [Diagnostic] {
  /// Those that say what none before them says.
  package var distinct: [Diagnostic] {
    var said: Set<Diagnostic.Said> = []
    return filter { said.insert($0.said).inserted }
  }
}
