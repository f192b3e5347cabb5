/// Arguments by their place, with their typed value.
package struct Positional<Value>: Parameter {
  private let description: ArgumentDescription
  private let convert: @Sendable (ArraySlice<[UInt8]>) throws(UsageError) -> Value

  package init(_ type: ValueType<Value>, help: String) {
    description = ArgumentDescription(name: type.name, kind: type.kind, count: .one, help: help)
    convert = { (given) throws(UsageError) in
      guard let bytes = given.first else { throw .missingArguments([type.name], usage: "") }
      return try type.value(of: bytes)
    }
  }

  package init<T>(optional type: ValueType<T>, help: String) where Value == T? {
    description = ArgumentDescription(
      name: type.name, kind: type.kind, count: .optional, help: help)
    convert = { (given) throws(UsageError) in
      guard let bytes = given.first else { return nil }
      return try type.value(of: bytes)
    }
  }

  /// The arguments that no parameter before it takes.
  package init<T>(remaining type: ValueType<T>, minimum: Int = 0, help: String)
  where Value == [T] {
    description = ArgumentDescription(
      name: type.name, kind: type.kind, count: .remaining(minimum: minimum), help: help)
    convert = { (given) throws(UsageError) in
      var values: [T] = []
      for bytes in given { values.append(try type.value(of: bytes)) }
      return values
    }
  }

  /// The arguments after `--`, passed on unread.
  package init(passedOn name: String, help: String) where Value == [[UInt8]] {
    description = ArgumentDescription(name: name, kind: .program, count: .passedOn, help: help)
    convert = { Array($0) }
  }

  package func declare(in syntax: inout Syntax) { syntax.add(description) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Value {
    try convert(arguments.shares.popFirst() ?? [])
  }
}
