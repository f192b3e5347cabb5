/// Several parameters that become one value, so that commands can share them.
package struct Group<Value>: Parameter {
  private let describe: @Sendable () -> [ParameterDescription]
  private let read: @Sendable (inout ParsedArguments) throws(UsageError) -> Value

  /// Bundles parameters; those of a common bundle stand apart in help and once in the manual.
  package init<each P: Parameter>(
    isCommon: Bool = false, _ parameters: repeat each P,
    make: @escaping @Sendable (repeat (each P).Value) throws(UsageError) -> Value
  ) {
    describe = {
      var descriptions: [ParameterDescription] = []
      for parameter in repeat each parameters {
        descriptions += parameter.descriptions
      }
      return isCommon ? descriptions.map(\.asCommon) : descriptions
    }
    read = { (arguments) throws(UsageError) in
      try make(repeat try (each parameters).value(from: &arguments))
    }
  }

  package var descriptions: [ParameterDescription] { describe() }

  package func value(from arguments: inout ParsedArguments) throws(UsageError) -> Value {
    try read(&arguments)
  }
}

extension ParameterDescription {
  fileprivate var asCommon: ParameterDescription {
    guard case .option(var option) = self else { return self }
    option.isCommon = true
    return .option(option)
  }
}
