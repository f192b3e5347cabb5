/// An option with its typed value.
package struct Option<Value>: Parameter {
  private let descriptions: [OptionDescription]
  private let read: @Sendable (ParsedArguments) throws(UsageError) -> Value

  /// An option with a value, given at most once. Each of `flagWords` is also a flag that is short for the option with
  /// this word, as `--json` for `--format json`.
  package init<T>(
    _ spellings: String..., type: ValueType<T>, flagWords: [String] = [], help: String
  ) where Value == T? {
    let option = type.option(spellings, isRepeatable: false, help)
    let name = option.name
    var descriptions = [option]
    for word in flagWords {
      descriptions.append(
        OptionDescription(
          spellings: ["--\(word)"], form: .abbreviation(of: name, word: word),
          help: "Short for \(name) \(word)"))
    }
    self.descriptions = descriptions
    read = { (arguments) throws(UsageError) in
      guard let one = arguments.first(name) else { return nil }
      return try one.value(as: type)
    }
  }

  /// An option with a value that may be repeated; values keep their order.
  package init<T>(_ spellings: String..., repeated type: ValueType<T>, help: String)
  where Value == [T] {
    let option = type.option(spellings, isRepeatable: true, help)
    descriptions = [option]
    read = { (arguments) throws(UsageError) in
      var values: [T] = []
      for one in arguments.all(option.name) { values.append(try one.value(as: type)) }
      return values
    }
  }

  /// Repeatable options whose values are read in the order given.
  /// The values are bytes: a generic type would cost metadata in each run.
  package init(inOrder options: (name: String, type: ValueType<[UInt8]>, help: String)...)
  where Value == [ParsedArguments.Occurrence] {
    descriptions = options.map { $0.type.option([$0.name], isRepeatable: true, $0.help) }
    read = { (arguments) throws(UsageError) in
      var values: [ParsedArguments.Occurrence] = []
      for one in arguments.occurrences {
        for option in options where option.name == one.option {
          _ = try one.value(as: option.type)
          values.append(one)
        }
      }
      return values
    }
  }

  /// An option without a value.
  package init(_ spellings: String..., help: String) where Value == Bool {
    let option = OptionDescription(spellings: spellings, form: .flag, help: help)
    descriptions = [option]
    read = { $0.first(option.name) != nil }
  }

  /// Options without a value that each have a meaning; the value is the meanings of those given, in declared order.
  package init<T: Sendable>(flags: (name: String, meaning: T, help: String)...)
  where Value == [T] {
    descriptions = flags.map {
      OptionDescription(spellings: [$0.name], form: .flag, help: $0.help)
    }
    read = { arguments in
      flags.filter { arguments.first($0.name) != nil }.map(\.meaning)
    }
  }

  package func declare(in syntax: inout Syntax) {
    for description in descriptions { syntax.add(description) }
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Value {
    try read(arguments)
  }
}

package typealias Flag = Option<Bool>

extension ValueType {
  fileprivate func option(
    _ spellings: [String], isRepeatable: Bool, _ help: String
  ) -> OptionDescription {
    OptionDescription(
      spellings: spellings, form: .value(name: name, kind: kind, isRepeatable: isRepeatable),
      help: help)
  }
}

/// An option or argument of a command, with its typed value.
package protocol Parameter<Value>: Sendable {
  associatedtype Value

  func declare(in syntax: inout Syntax)

  /// Converts the parameter's arguments; called once, in declared order.
  func value(from arguments: ParsedArguments) throws(UsageError) -> Value
}
