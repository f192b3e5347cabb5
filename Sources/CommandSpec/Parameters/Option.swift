/// An option with a value, given at most once.
package struct Option<T>: Parameter {
  private let descriptionOfOption: OptionDescription
  private let type: ValueType<T>
  private let abbreviations: [Abbreviation]

  package init(
    _ spellings: String..., type: ValueType<T>,
    abbreviations: [Abbreviation] = [], help: String
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

/// A flag that is short for an option with a fixed word, as `--json` for `--format json`.
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
      help: "Short for \(option) \(word)")
  }
}

/// An option with a value that may be repeated; values keep their order.
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
    var values: [T] = []
    for one in arguments.all(description.name) {
      values.append(try one.value(as: type))
    }
    return values
  }
}

/// Two repeatable options whose values are read in the order given.
/// The values are bytes: a generic type would cost metadata in each run.
package struct InterleavedOptions: Parameter {
  package struct Occurrence: Sendable {
    package let isFirst: Bool
    package let bytes: [UInt8]

    package init(isFirst: Bool, bytes: [UInt8]) { (self.isFirst, self.bytes) = (isFirst, bytes) }
  }

  private let first: RepeatedOption<[UInt8]>
  private let second: RepeatedOption<[UInt8]>

  package init(_ first: RepeatedOption<[UInt8]>, _ second: RepeatedOption<[UInt8]>) {
    (self.first, self.second) = (first, second)
  }

  package func declare(in syntax: inout Syntax) {
    first.declare(in: &syntax)
    second.declare(in: &syntax)
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [Occurrence] {
    let (first, second) = (first.description.name, second.description.name)
    var values: [Occurrence] = []
    for one in arguments.all(first, or: second) {
      let isFirst = one.option == first
      let type = isFirst ? self.first.type : self.second.type
      values.append(Occurrence(isFirst: isFirst, bytes: try one.value(as: type)))
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
