/// A required argument.
package struct Positional<T>: Parameter {
  private let type: ValueType<T>
  private let help: String

  package init(_ type: ValueType<T>, help: String) {
    self.type = type
    self.help = help
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(ArgumentDescription(name: type.name, kind: type.kind, count: .one, help: help))
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> T {
    guard let bytes = arguments.nextShare().first else {
      throw .missingArguments([type.name], usage: "")
    }
    return try type.argument(bytes)
  }
}

/// An optional argument.
package struct OptionalPositional<T>: Parameter {
  private let type: ValueType<T>
  private let help: String

  package init(_ type: ValueType<T>, help: String) {
    self.type = type
    self.help = help
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(ArgumentDescription(name: type.name, kind: type.kind, count: .optional, help: help))
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> T? {
    guard let bytes = arguments.nextShare().first else { return nil }
    return try type.argument(bytes)
  }
}
