/// An option or argument of a command, with its typed value.
package protocol Parameter<Value>: Sendable {
  associatedtype Value

  func declare(in syntax: inout Syntax)

  /// Converts the parameter's arguments; called once, in declared order.
  func value(from arguments: ParsedArguments) throws(UsageError) -> Value
}
