import CommandSpec
import Output
import Trees

/// A command: its description, and its action once its arguments are read.
struct Command: Sendable {
  let name: String
  let describe: @Sendable () -> CommandDescription
  /// Reads the arguments, which also declares them.
  let read: @Sendable (Arguments) throws(UsageError) -> Action

  init(
    _ name: String, summary: String, details: @autoclosure @escaping @Sendable () -> String,
    examples: @autoclosure @escaping @Sendable () -> [Example], synopses: [String] = [],
    exitStatus: String = CommandDescription.printed,
    read: @escaping @Sendable (Arguments) throws(UsageError) -> Action
  ) {
    (self.name, self.read) = (name, read)
    describe = {
      CommandDescription(
        name: name, summary: summary, details: details(), examples: examples(),
        synopses: synopses,
        syntax: Arguments.syntax { (arguments) throws(UsageError) in _ = try read(arguments) },
        exitStatus: exitStatus)
    }
  }

  /// The error for an argument that is missing although it is optional in the syntax.
  func missing(_ argument: String) -> UsageError {
    .missingArguments([argument], usage: describe().usageLine(tool: "heir"))
  }
}

/// What a command does with its arguments.
struct Action {
  let options: CommonOptions
  let run: (Console) throws(Failure) -> ExitStatus

  init(_ options: CommonOptions, run: @escaping (Console) throws(Failure) -> ExitStatus) {
    (self.options, self.run) = (options, run)
  }
}
