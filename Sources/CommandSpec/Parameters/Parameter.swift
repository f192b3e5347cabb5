/// Something that a command line says to a command, and the typed value that it becomes.
package protocol Parameter<Value>: Sendable {
  associatedtype Value

  /// Says what the parameter looks like.
  func declare(in syntax: inout Syntax)

  /// Takes the parameter's own share out of what was read; asked once, in the order declared.
  func value(from arguments: ParsedArguments) throws(UsageError) -> Value
}
