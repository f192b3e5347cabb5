/// An option with a value, given at most once.
package struct Option<T>: Parameter {
  private let descriptionOfOption: OptionDescription
  private let type: ValueType<T>
  private let abbreviations: [Abbreviation]

  package init(
    _ spellings: String..., type: ValueType<T>, abbreviations: [Abbreviation] = [], help: String
  ) {
    descriptionOfOption = OptionDescription(
      spellings: spellings,
      form: .value(name: type.name, kind: type.kind, isRepeatable: false), help: help)
    self.type = type
    self.abbreviations = abbreviations
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(descriptionOfOption)
    for abbreviation in abbreviations {
      syntax.add(abbreviation.description(of: descriptionOfOption.name))
    }
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> T? {
    guard let one = arguments.first(descriptionOfOption.name) else { return nil }
    return try one.value(as: type)
  }
}

/// A flag that is short for an option with one of its words, as `--json` is for `--format json`.
package struct Abbreviation: Sendable {
  let spelling: String
  let word: String

  package init(_ spelling: String, for word: String) {
    self.spelling = spelling
    self.word = word
  }

  func description(of option: String) -> OptionDescription {
    OptionDescription(
      spellings: [spelling], form: .abbreviation(of: option, word: word),
      help: "short for \(option) \(word)")
  }
}

/// An option with a value that may be given again; the values come in order.
package struct RepeatedOption<T>: Parameter {
  fileprivate let description: OptionDescription
  fileprivate let type: ValueType<T>

  package init(_ spellings: String..., type: ValueType<T>, help: String) {
    description = OptionDescription(
      spellings: spellings,
      form: .value(name: type.name, kind: type.kind, isRepeatable: true), help: help)
    self.type = type
  }

  package func declare(in syntax: inout Syntax) { syntax.add(description) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [T] {
    try TurnTakingOptions(self).value(from: arguments)
  }
}

/// Options with values that may be given again and take turns: the values come in the order given, whichever
/// option gave them.
package struct TurnTakingOptions<T>: Parameter {
  private let options: [RepeatedOption<T>]

  package init(_ options: RepeatedOption<T>...) { self.options = options }

  package func declare(in syntax: inout Syntax) {
    for option in options { option.declare(in: &syntax) }
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [T] {
    var values: [T] = []
    for one in arguments.all(options.map(\.description.name)) {
      for option in options where option.description.name == one.option {
        values.append(try one.value(as: option.type))
      }
    }
    return values
  }
}
