/// One command: how it is called, what it is called for, and what it does.
///
/// What a parameter declares and what the closure receives are one pack, so that nothing can be
/// declared and left unread, nor read and left undeclared.
package struct Command<Context, Outcome>: Sendable {
  package typealias Action = (Context) -> Outcome

  package let name: String
  // Closures that are called as they are: a method of a generic type is handed the type's metadata,
  // whose making costs more than the rest of a short command line.
  /// Makes the data, when somebody looks.
  package let describe: @Sendable () -> CommandDescription
  /// Converts what was parsed, once; the action waits for its context.
  package let prepare: @Sendable (ParsedArguments) throws(UsageError) -> Action

  package init<each P: Parameter>(
    _ name: String, summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    synopses: [String] = [],
    parameters: repeat each P,
    run: @escaping @Sendable (Context, repeat (each P).Value) -> Outcome
  ) {
    self.name = name
    describe = {
      var syntax = Syntax()
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      return CommandDescription(
        name: name, summary: summary, details: details(), examples: examples(),
        synopses: synopses, syntax: syntax)
    }
    prepare = { (parsed) throws(UsageError) in
      let values = (repeat try (each parameters).value(from: parsed))
      return { context in run(context, repeat each values) }
    }
  }
}
