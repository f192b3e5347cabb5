/// Several parameters that become one value, so that commands can share them.
package struct Group<Value>: Parameter {
  private let describe: @Sendable (inout Syntax) -> Void
  private let read: @Sendable (ParsedArguments) throws(UsageError) -> Value

  /// Bundles parameters; those of a common bundle stand apart in help and once in the manual.
  package init<each P: Parameter>(
    isCommon: Bool = false, _ parameters: repeat each P,
    make: @escaping @Sendable (repeat (each P).Value) throws(UsageError) -> Value
  ) {
    describe = { syntax in
      let start = syntax.options.count
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      if isCommon { syntax.shareOptions(from: start) }
    }
    read = { (arguments) throws(UsageError) in
      try make(repeat try (each parameters).value(from: arguments))
    }
  }

  package func declare(in syntax: inout Syntax) { describe(&syntax) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Value {
    try read(arguments)
  }
}
