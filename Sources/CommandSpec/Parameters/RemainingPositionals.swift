/// The arguments that no parameter before it takes.
package struct RemainingPositionals<T>: Parameter {
  private let type: ValueType<T>
  private let minimum: Int
  private let help: String

  package init(_ type: ValueType<T>, minimum: Int = 0, help: String) {
    self.type = type
    self.minimum = minimum
    self.help = help
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(
      ArgumentDescription(
        name: type.name, kind: type.kind, count: .remaining(minimum: minimum), help: help))
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [T] {
    var values: [T] = []
    for bytes in arguments.nextShare() {
      values.append(try type.argument(bytes))
    }
    return values
  }
}

/// The arguments after `--`, passed on unread.
package struct TrailingArguments: Parameter {
  private let name: String
  private let minimum: Int
  private let help: String

  package init(_ name: String, minimum: Int = 1, help: String) {
    self.name = name
    self.minimum = minimum
    self.help = help
  }

  package func declare(in syntax: inout Syntax) {
    syntax.add(
      ArgumentDescription(
        name: name, kind: .program, count: .passedOn(minimum: minimum), help: help))
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [[UInt8]] {
    Array(arguments.nextShare())
  }
}
