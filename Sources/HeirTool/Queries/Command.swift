import CommandSpec
import Files
import Output
import Trees

/// A command: its description and its action.
///
/// A single parameter pack declares the parameters and types the closure, so every declared parameter is read.
struct Command: Sendable {
  let name: String
  let describe: @Sendable () -> CommandDescription
  let prepare:
    @Sendable (ParsedArguments) throws(UsageError) -> (
      options: CommonOptions, run: (Console) throws(Failure) -> ExitStatus
    )

  init<each P: Parameter>(
    _ name: String, summary: String, details: @autoclosure @escaping @Sendable () -> String,
    examples: @autoclosure @escaping @Sendable () -> [Example], synopses: [String] = [],
    parameters: repeat each P, options: Group<CommonOptions>,
    run: @escaping @Sendable (Console, repeat (each P).Value) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    describe = {
      var syntax = Syntax()
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      options.declare(in: &syntax)
      return CommandDescription(
        name: name, summary: summary, details: details(), examples: examples(),
        synopses: synopses, syntax: syntax)
    }
    prepare = { (parsed) throws(UsageError) in
      let values = (repeat try (each parameters).value(from: parsed))
      return (
        try options.value(from: parsed),
        { (console) throws(Failure) in try run(console, repeat each values) }
      )
    }
  }

  /// The error for an argument that is missing although it is optional in the syntax.
  func missing(_ argument: String) -> UsageError {
    .missingArguments([argument], usage: describe().usageLine(tool: "heir"))
  }
}
