/// An option or argument of a command, or several of them combined, with its typed value.
package struct Parameter<Value>: Sendable {
  package let declare: @Sendable (inout Syntax) -> Void
  /// Converts the parameter's arguments; called once, in declared order.
  package let value: @Sendable (ParsedArguments) throws(UsageError) -> Value

  package init(
    declare: @escaping @Sendable (inout Syntax) -> Void,
    value: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Value
  ) {
    (self.declare, self.value) = (declare, value)
  }
}

// The roles of parameters.
package typealias Option<Value> = Parameter<Value>
package typealias Flag = Parameter<Bool>
package typealias Positional<Value> = Parameter<Value>
package typealias Group<Value> = Parameter<Value>

// Options.
extension Parameter {
  /// An option with a value, given at most once. Each of `flagWords` is also a flag that is short for the option with
  /// this word, as `--json` for `--format json`.
  package init<T>(
    _ spellings: String..., type: ValueType<T>, flagWords: [String] = [], help: String
  ) where Value == T? {
    let option = type.option(spellings, isRepeatable: false, help)
    let name = option.name
    declare = { syntax in
      syntax.add(option)
      for word in flagWords {
        syntax.add(
          OptionDescription(
            spellings: ["--\(word)"], form: .abbreviation(of: name, word: word),
            help: "Short for \(name) \(word)"))
      }
    }
    value = { (arguments) throws(UsageError) in
      guard let one = arguments.first(name) else { return nil }
      return try one.value(as: type)
    }
  }

  /// An option with a value that may be repeated; values keep their order.
  package init<T>(_ spellings: String..., repeated type: ValueType<T>, help: String)
  where Value == [T] {
    let option = type.option(spellings, isRepeatable: true, help)
    declare = { $0.add(option) }
    value = { (arguments) throws(UsageError) in
      var values: [T] = []
      for one in arguments.all(option.name) { values.append(try one.value(as: type)) }
      return values
    }
  }

  /// Repeatable options whose values are read in the order given.
  /// The values are bytes: a generic type would cost metadata in each run.
  package init(inOrder options: (name: String, type: ValueType<[UInt8]>, help: String)...)
  where Value == [ParsedArguments.Occurrence] {
    declare = { syntax in
      for (name, type, help) in options {
        syntax.add(type.option([name], isRepeatable: true, help))
      }
    }
    value = { (arguments) throws(UsageError) in
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
    declare = { $0.add(option) }
    value = { $0.first(option.name) != nil }
  }

  /// Options without a value that each have a meaning; the value is the meanings of those given, in declared order.
  package init<T: Sendable>(flags: (name: String, meaning: T, help: String)...)
  where Value == [T] {
    declare = { syntax in
      for (name, _, help) in flags {
        syntax.add(OptionDescription(spellings: [name], form: .flag, help: help))
      }
    }
    value = { arguments in flags.filter { arguments.first($0.name) != nil }.map(\.meaning) }
  }
}

// Arguments by their place.
extension Parameter {
  package init(_ type: ValueType<Value>, help: String) {
    self.init(type.name, type.kind, .one, help) { (given) throws(UsageError) in
      guard let bytes = given.first else { throw .missingArguments([type.name], usage: "") }
      return try type.argument(bytes)
    }
  }

  package init<T>(optional type: ValueType<T>, help: String) where Value == T? {
    self.init(type.name, type.kind, .optional, help) { (given) throws(UsageError) in
      guard let bytes = given.first else { return nil }
      return try type.argument(bytes)
    }
  }

  /// The arguments that no parameter before it takes.
  package init<T>(remaining type: ValueType<T>, minimum: Int = 0, help: String)
  where Value == [T] {
    self.init(type.name, type.kind, .remaining(minimum: minimum), help) {
      (given) throws(UsageError) in
      var values: [T] = []
      for bytes in given { values.append(try type.argument(bytes)) }
      return values
    }
  }

  /// The arguments after `--`, passed on unread.
  package init(passedOn name: String, help: String) where Value == [[UInt8]] {
    self.init(name, .program, .passedOn, help) { Array($0) }
  }

  private init(
    _ name: String, _ kind: ValueKind, _ count: ArgumentDescription.Count, _ help: String,
    convert: @escaping @Sendable (ArraySlice<[UInt8]>) throws(UsageError) -> Value
  ) {
    declare = {
      $0.add(ArgumentDescription(name: name, kind: kind, count: count, help: help))
    }
    value = { (arguments) throws(UsageError) in try convert(arguments.nextShare()) }
  }
}

// Parameters combined into a single value, so that commands can share them.
extension Parameter {
  /// `isCommon` options have a section of their own in help, and the manual lists them once.
  package init<each V>(
    isCommon: Bool = false, _ parameters: repeat Parameter<each V>,
    make: @escaping @Sendable (repeat each V) throws(UsageError) -> Value
  ) {
    declare = { syntax in
      let start = syntax.options.count
      for parameter in repeat each parameters { parameter.declare(&syntax) }
      if isCommon { syntax.shareOptions(from: start) }
    }
    value = { (arguments) throws(UsageError) in
      try make(repeat try (each parameters).value(arguments))
    }
  }

  /// The group with only some of its options, for a command that does not take the others.
  package func taking(_ isTaken: @escaping @Sendable (_ name: String) -> Bool) -> Parameter {
    Parameter(
      declare: { syntax in
        let start = syntax.options.count
        declare(&syntax)
        syntax.keepOptions(from: start, where: isTaken)
      }, value: value)
  }
}

extension ValueType {
  fileprivate func option(
    _ spellings: [String], isRepeatable: Bool, _ help: String
  ) -> OptionDescription {
    OptionDescription(
      spellings: spellings, form: .value(name: name, kind: kind, isRepeatable: isRepeatable),
      help: help)
  }
}
