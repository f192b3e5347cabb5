import SafeText

extension Diagnostic.ValueProblem {
  var words: String {
    switch self {
    case .noValue: return "it has no value"
    case .tooLong(let limit): return "more than \(limit) references in a chain"
    case .tooMuch:
      return "the computed value exceeds \(ValueSize.maxMebibytes) MiB "
        + "or \(ValueSize.most.values) values"
    case .tooDeep(let limit): return "the result nests deeper than \(limit) levels"
    case .noReferent(let reference, let scope, _):
      return "\(quoted(reference)) has no value in \(Printable.string(scope.path)); "
        + "add a value or a 'default'"
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

private func quoted(_ text: [UInt8]) -> String { "'\(Printable.excerpt(text))'" }

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
