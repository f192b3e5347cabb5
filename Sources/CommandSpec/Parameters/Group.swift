/// Parameters combined into a single value, so that commands can share them.
package struct Group<Value>: Parameter {
  private let describe: @Sendable (inout Syntax) -> Void
  private let read: @Sendable (ParsedArguments) throws(UsageError) -> Value

  /// `isCommon` options have a section of their own in help, and the manual lists them once. A command may take only
  /// some of the options.
  package init<each P: Parameter>(
    isCommon: Bool = false, _ parameters: repeat each P,
    taking isTaken: (@Sendable (_ name: String) -> Bool)? = nil,
    make: @escaping @Sendable (repeat (each P).Value) throws(UsageError) -> Value
  ) {
    describe = { syntax in
      let start = syntax.options.count
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      if let isTaken { syntax.options[start...].removeAll { !isTaken($0.name) } }
      guard isCommon else { return }
      for index in syntax.options.indices.dropFirst(start) { syntax.options[index].isCommon = true }
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
