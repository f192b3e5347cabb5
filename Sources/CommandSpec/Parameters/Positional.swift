/// An argument that has to be there.
package struct Positional<T>: Parameter {
  private let type: ValueType<T>
  private let help: String

  package init(_ type: ValueType<T>, help: String) {
    self.type = type
    self.help = help
  }

  private var description: ArgumentDescription {
    ArgumentDescription(name: type.name, kind: type.kind, count: .one, help: help)
  }

  package var descriptions: [ParameterDescription] { [.argument(description)] }

  package func value(from arguments: inout ParsedArguments) throws(UsageError) -> T {
    guard let bytes = arguments.nextSlot().first else {
      throw .missingArguments([type.name], usage: "")
    }
    return try ParsedArguments.value(of: bytes, as: type)
  }
}

/// An argument that may be left out.
package struct OptionalPositional<T>: Parameter {
  private let type: ValueType<T>
  private let help: String

  package init(_ type: ValueType<T>, help: String) {
    self.type = type
    self.help = help
  }

  package var descriptions: [ParameterDescription] {
    [
      .argument(
        ArgumentDescription(name: type.name, kind: type.kind, count: .optional, help: help))
    ]
  }

  package func value(from arguments: inout ParsedArguments) throws(UsageError) -> T? {
    guard let bytes = arguments.nextSlot().first else { return nil }
    return try ParsedArguments.value(of: bytes, as: type)
  }
}
