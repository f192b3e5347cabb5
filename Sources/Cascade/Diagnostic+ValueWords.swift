import Legible

// What is said of values that cannot be worked out.

extension Diagnostic.ValueProblem {
  var words: String {
    switch self {
    case .noValue: return "there is no value"
    case .tooLong(let limit): return "more than \(limit) references one after another"
    case .tooMuch:
      return "what is worked out here is more than \(Amount.mostMebibytes) MiB "
        + "or \(Amount.most.values) values"
    case .tooDeep(let limit): return "the result nests deeper than \(limit) levels"
    case .noReferent(let reference, let scope, _):
      return "\(quoted(reference)) has no value in \(Printable.string(scope.path)), "
        + "and there is no \"default\""
    case .noScope(let scope):
      return "there is no scope \(quoted(scope.path)); name one from the root"
    case .inheritedElsewhere:
      return "'$inherited' is of the asked scope; take \"scope\" out"
    case .noText(let reference, let type):
      return "\(quoted(reference)) is \(type.withArticle), "
        + "and only strings, numbers, true and false have a text"
    case .noTranslation(let reference, let scope, _):
      return "\"map\" has no translation for what \(quoted(reference)) is in "
        + "\(Printable.string(scope.path)); add one, \"*\" or a \"default\""
    case .noFact(let reference, let near):
      return "\(quoted(reference)) is not among the facts, and there is no \"default\""
        + (near.map { "; the nearest is \(quoted($0))" } ?? "")
    case .noFactsGiven(let reference, nil):
      return "\(quoted(reference)) asks for a fact, and none are given; "
        + "give them with '--facts FILE', or write a \"default\""
    case .noFactsGiven(let reference, let file?):
      return "\(quoted(reference)) asks for a fact, and \(quoted(file)) does not exist; "
        + "make that file, or write a \"default\""
    case .variableUnset(let name):
      return "the variable \(Printable.quoted(name)) is not set, and there is no \"default\""
    case .variableNotAllowed(let name):
      return "the variable \(Printable.quoted(name)) is not allowed; allow it with "
        + "'--allow-env \(Printable.excerpt(name))'"
    case .variableOfOtherType(let name, let type):
      return "the variable \(Printable.quoted(name)) does not hold \(type.words)"
    case .noFile(let path): return "there is no file \(quoted(path))"
    case .fileNotText(let path): return "the file \(quoted(path)) is no UTF-8 text"
    case .cycle(let values):
      let way = (values + values.prefix(1)).map(\.words).joined(separator: " needs ")
      return "a cycle of references: \(way)"
    case .holdsItself(let value):
      let shown = value.key.isEmpty ? "the whole" : Diagnostic.quoted(key: value.key)
      return "a cycle of references: \(shown) would have to hold itself"
    }
  }
}

private func quoted(_ text: [UInt8]) -> String { "'\(Printable.excerpt(text))'" }

extension Diagnostic.ValueName {
  var words: String {
    let elsewhere = scope.map { " in \(Printable.string($0.path))" } ?? ""
    return "\(Diagnostic.quoted(key: key))\(elsewhere)"
  }
}

extension TypeName {
  /// `a string`, `an integer`, `null`.
  package var withArticle: String {
    if self == .null { return "null" }
    return "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)"
  }
}

extension TypeOfText {
  fileprivate var words: String {
    switch self {
    case .string: "UTF-8 text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .json: "JSON, or holds a name that begins with '$'"
    }
  }
}
