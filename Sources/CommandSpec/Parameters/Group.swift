/// Parameters combined into a single value, so that commands can share them.
package struct Group<Value>: Parameter {
  private let describe: @Sendable (inout Syntax) -> Void
  private let read: @Sendable (ParsedArguments) throws(UsageError) -> Value

  /// `isCommon` options have a section of their own in help, and the manual lists them once.
  package init<each P: Parameter>(
    isCommon: Bool = false, _ parameters: repeat each P,
    make: @escaping @Sendable (repeat (each P).Value) throws(UsageError) -> Value
  ) {
    describe = { syntax in
      let start = syntax.options.count
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      guard isCommon else { return }
      for index in syntax.options.indices.dropFirst(start) { syntax.options[index].isCommon = true }
    }
    read = { (arguments) throws(UsageError) in
      try make(repeat try (each parameters).value(from: arguments))
    }
  }

  private init(
    describe: @escaping @Sendable (inout Syntax) -> Void,
    read: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Value
  ) {
    (self.describe, self.read) = (describe, read)
  }

  /// The group with only some of its options, for a command that does not take the others.
  package func taking(_ isTaken: @escaping @Sendable (_ name: String) -> Bool) -> Group {
    let describe = describe
    return Group(
      describe: { syntax in
        let start = syntax.options.count
        describe(&syntax)
        syntax.options[start...].removeAll { !isTaken($0.name) }
      }, read: read)
  }

  package func declare(in syntax: inout Syntax) { describe(&syntax) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Value {
    try read(arguments)
  }
}
