/// An option with a value, given at most once.
package struct Option<T>: Parameter {
  private let descriptionOfOption: OptionDescription
  private let type: ValueType<T>
  private let flagWords: [String]

  /// Each of `flagWords` is also a flag that is short for the option with this word, as `--json` for `--format json`.
  package init(
    _ spellings: String..., type: ValueType<T>, flagWords: [String] = [], help: String
  ) {
    descriptionOfOption = OptionDescription(
      spellings: spellings,
      form: .value(name: type.name, kind: type.kind, isRepeatable: false), help: help)
    self.type = type
    self.flagWords = flagWords
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(descriptionOfOption)
    let name = descriptionOfOption.name
    for word in flagWords {
      syntax.add(
        OptionDescription(
          spellings: ["--\(word)"], form: .abbreviation(of: name, word: word),
          help: "Short for \(name) \(word)"))
    }
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> T? {
    try arguments.first(descriptionOfOption.name)?.value(as: type)
  }
}

/// An option with a value that may be repeated; values keep their order.
package struct RepeatedOption<T>: Parameter {
  private let description: OptionDescription
  private let type: ValueType<T>

  package init(_ spellings: String..., type: ValueType<T>, help: String) {
    description = OptionDescription(
      spellings: spellings,
      form: .value(name: type.name, kind: type.kind, isRepeatable: true), help: help)
    self.type = type
  }

  package func declare(in syntax: inout Syntax) { syntax.add(description) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [T] {
    var values: [T] = []
    for one in arguments.all(description.name) {
      values.append(try one.value(as: type))
    }
    return values
  }
}

/// An option or argument of a command, with its typed value.
package protocol Parameter<Value>: Sendable {
  associatedtype Value

  func declare(in syntax: inout Syntax)

  /// Converts the parameter's arguments; called once, in declared order.
  func value(from arguments: ParsedArguments) throws(UsageError) -> Value
}
