/// A command: its description and its action.
///
/// A single parameter pack declares the parameters and types the closure, so every declared parameter is read.
package struct Command<Context, Outcome>: Sendable {
  package typealias Action = (Context) -> Outcome

  package let name: String
  // Closures, since a method of a generic type needs metadata, which costs more than a short command line.
  package let describe: @Sendable () -> CommandDescription
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
