import SafeText

extension Diagnostic.KeyProblem {
  /// `key` is quoted.
  func words(_ key: String) -> String {
    switch self {
    case .type(let violation, let scope, _):
      violation.words(key, in: Printable.string(scope.path))
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
    case .looksLikeReference(let count) where count > 1:
      "\(count) strings look like references, the first in \(key); "
        + "references work only in {\"$format\": TEXT}"
    case .looksLikeReference:
      "a string in \(key) looks like a reference; references work only in {\"$format\": TEXT}"
    case .formatWithoutReference(let count) where count > 1:
      "\(count) '$format' strings contain no '${KEY}', the first in \(key); "
        + "'$name' and '{name}' are not references"
    case .formatWithoutReference:
      "the '$format' of \(key) contains no '${KEY}'; '$name' and '{name}' are not references"
    case .foreignText(let program, let count) where count > 1:
      "\(count) strings look like \(program.name) templates, the first in \(key); "
        + "write \(program.counterpart)"
    case .foreignText(let program, _):
      "a string in \(key) looks like a \(program.name) template; write \(program.counterpart)"
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
}

extension Diagnostic.OtherProgram {
  fileprivate var name: String {
    switch self {
    case .hiera: "Hiera"
    case .jinja: "Jinja or Helm"
    }
  }

  fileprivate var counterpart: String {
    switch self {
    case .hiera: "{\"$format\": TEXT} with '${KEY}' instead of '%{KEY}'"
    case .jinja: "{\"$format\": TEXT} with '${KEY}' instead of '{{ KEY }}'"
    }
  }
}

extension TypeViolation {
  fileprivate func words(_ key: String, in scope: String) -> String {
    switch self {
    case .kind(let found, let declared):
      let kind = found == .number ? "a \(found.words(insteadOf: declared))" : found.withArticle
      return "\(key) is \(kind) in \(scope), "
        + "not \(declared.map(\.withArticle).joined(separator: " or "))"
    case .unlisted(nil, _, _): return "\(key) is not one of the allowed values in \(scope)"
    case .unlisted(let value?, let listed, let nearest):
      let more = listed.count - Self.maxListed
      let all =
        listed.prefix(Self.maxListed).joined(separator: ", ")
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

extension TypeName {
  /// A number that is no integer needs an explanation if an integer is expected.
  package func words(insteadOf wanted: [TypeName]) -> String {
    self == .number && wanted.contains(.integer)
      ? "number with a fraction or an exponent" : rawValue
  }
}
