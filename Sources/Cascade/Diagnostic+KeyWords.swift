import Legible

// What is said of keys, whose values are there.

extension Diagnostic.KeyProblem {
  /// The problem of a key that stands in quotes.
  func words(_ key: String) -> String {
    switch self {
    case .type(let shortfall, let scope, _):
      shortfall.words(key, in: Printable.string(scope.path))
    case .missing(let scope):
      "\(key) is required and has no value in \(Printable.string(scope.path))"
    case .unknown:
      "\(key) is not known to a closed object; mend its name, or declare it"
    case .near(let other):
      "\(key) is in no other scope, and one slip from \(Diagnostic.quoted(key: other)), which is "
        + "inherited; mend the name, or declare it"
    case .missingTooOften(let limit):
      "with \(key) more than \(Printable.amount(limit)) keys are required and have no value; "
        + "what else is declared here is not judged"
    case .deprecated(let text): "\(key) is deprecated: \(Printable.excerpt(text))"
    case .expired(let date):
      "\(key) was to be overridden until \(Printable.excerpt(date)) only; "
        + "take it out, or give it a later day"
    case .refused(nil, let final):
      "what is set for \(key) is refused: \(Diagnostic.quoted(key: final)) is final"
    case .refused(let directive?, let final):
      "\"\(directive.rawValue)\" is refused for \(key): \(Diagnostic.quoted(key: final)) is final"
    case .objectOverComputed:
      "\(key) is an object, and replaces a computed value without merging; stop the key if that is meant"
    case .otherKind(isObject: true):
      "\(key) is an object, and no object is inherited; stop the key if that is meant"
    case .otherKind(isObject: false):
      "\(key) is no object, and an object is inherited; stop the key if that is meant"
    case .redundant(isEmptyObject: true):
      "\(key) is '{}', which changes nothing in the inherited object"
    case .redundant(isEmptyObject: false): "\(key) has the value that is inherited"
    case .redundantObject(1): "\(key) holds nothing but 1 value, which is inherited"
    case .redundantObject(let count):
      "\(key) holds nothing but \(count) values, which are all inherited"
    case .idle(.stop): "the stop of \(key) takes nothing that is inherited here"
    case .idle(.exclude): "the exclusion of \(key) keeps nothing from any scope below"
    case .idle(.remove): "'$remove' finds none of its values in what \(key) inherits here"
    case .idle(let directive):
      "\"\(directive.rawValue)\" names \(key), which no scope here or below has"
    case .idleBeside(let directive):
      "\"\(directive.rawValue)\" names \(key), which this scope does not set"
    case .neverMet:
      "\"$merge\" names \(key), where no value ever meets an inherited one in its way"
    case .dotted(let other):
      "the last name of \(key) holds a dot, and \(Diagnostic.quoted(key: other)) is another value; "
        + "nest the name in an object if that is meant"
    case .looksLikeReference(let count) where count > 1:
      "\(count) texts look like references, the first of them in \(key), and plain texts are taken as "
        + "they are; write {\"$format\": TEXT} where one is meant"
    case .looksLikeReference:
      "a text in \(key) looks like a reference, and plain texts are taken as they are; "
        + "write {\"$format\": TEXT} if it is meant"
    case .formatWithoutReference(let count) where count > 1:
      "\(count) texts of \"$format\", the first of them that of \(key), hold no \"${KEY}\"; "
        + "'$name' and '{name}' are no references"
    case .formatWithoutReference:
      "the \"$format\" of \(key) holds no \"${KEY}\"; '$name' and '{name}' are no references"
    case .foreignText(let program, let count) where count > 1:
      "\(count) texts are templates of \(program.name), the first of them in \(key), and plain texts are "
        + "taken as they are; write \(program.counterpart) where one is meant"
    case .foreignText(let program, _):
      "a text in \(key) is a template of \(program.name), and plain texts are taken as they are; "
        + "write \(program.counterpart) if it is meant"
    case .lookupOptions:
      "\(key) says nothing here; a \"$merge\" says how values meet, see 'heir help coming-from'"
    case .writtenTwice:
      "\(key) is written by another file of this scope, too; this one is read last and wins"
    case .strategyOfOtherKind:
      "the strategy for \(key) does not fit what is written here and what is inherited"
    case .drawsOnOpen(let other):
      "\(key) is final, and \(Diagnostic.quoted(key: other)), on which it draws, is not"
    }
  }
}

extension Diagnostic.OtherProgram {
  fileprivate var name: String {
    switch self {
    case .hiera: "Hiera"
    case .jinja: "Jinja or Helm"
    }
  }

  /// How heir has what its templates say.
  fileprivate var counterpart: String {
    switch self {
    case .hiera: "{\"$format\": TEXT} with '${KEY}' for '%{KEY}'"
    case .jinja: "{\"$format\": TEXT} with '${KEY}' for '{{ KEY }}'"
    }
  }
}

extension Shortfall {
  /// What is said of a value in a scope.
  fileprivate func words(_ key: String, in scope: String) -> String {
    switch self {
    case .kind(let found, let declared):
      return "\(key) is of type \(found.words(insteadOf: declared)) in \(scope), "
        + "not \(declared.map(\.rawValue).joined(separator: " or "))"
    case .unlisted(nil, _, _): return "\(key) is none of the values in \(scope) that are declared"
    case .unlisted(let value?, let listed, let nearest):
      let more = listed.count - Self.mostListed
      let all =
        listed.prefix(Self.mostListed).joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "")
      return "\(key) is \(value) in \(scope), not \(listed.count > 1 ? "one of " : "")\(all)"
        + (listed.count > 1 ? nearest.map { "; the nearest is \($0)" } ?? "" : "")
    case .less(let value, let least):
      return "\(key) is \(value.map { "\($0) in \(scope), " } ?? "")less than \(least)"
        + (value == nil ? " in \(scope)" : "")
    case .more(let value, let most):
      return "\(key) is \(value.map { "\($0) in \(scope), " } ?? "")more than \(most)"
        + (value == nil ? " in \(scope)" : "")
    case .unlike(let value, let pattern):
      let wanted = "\"\(Printable.excerpt(pattern.text))\""
      return value.map { "\(key) is \($0) in \(scope), which does not match \(wanted)" }
        ?? "\(key) does not match \(wanted) in \(scope)"
    case .length(let count, let type, let range):
      let unit = type == .string ? "byte" : "element"
      let wanted =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      return count.map {
        "\(key) has \($0) \(unit)\($0 == 1 ? "" : "s") in \(scope), not \(wanted)"
      }
        ?? "\(key) has not \(wanted) \(unit)s in \(scope)"
    case .element(let index, let inner):
      return inner.words("element \(index) of \(key)", in: scope)
    }
  }

  private static let mostListed = 8
}

extension TypeName {
  /// The type of a value that should be of another one; that a number is no integer needs a reason.
  package func words(insteadOf wanted: [TypeName]) -> String {
    self == .number && wanted.contains(.integer)
      ? "number with a fraction or an exponent" : rawValue
  }
}
