/// One command: how it is called, what it is called for, and what it does.
///
/// What a parameter declares and what the closure receives are one pack, so that nothing can be
/// declared and left unread, nor read and left undeclared.
package struct Command<Context, Failure: Error, Status>: Sendable {
  package typealias Action = (Context) throws(Failure) -> Status

  package let name: String
  // The data is made when somebody looks, since a run looks at one command of the table.
  private let describe: @Sendable () -> CommandDescription
  let prepare: @Sendable (ParsedArguments) throws(UsageError) -> Action
  let isSupported: Bool

  package init<each P: Parameter>(
    _ name: String, summary: String, details: String = "", examples: [Example] = [],
    synopses: [String] = [], unsupported: [UnsupportedOption] = [],
    parameters: repeat each P,
    run: @escaping @Sendable (Context, repeat (each P).Value) throws(Failure) -> Status
  ) {
    self.name = name
    isSupported = true
    describe = {
      var descriptions: [ParameterDescription] = []
      for parameter in repeat each parameters {
        descriptions += parameter.descriptions
      }
      descriptions += unsupported.map { .option($0.description) }
      return CommandDescription(
        name: name, summary: summary, details: details, examples: examples, synopses: synopses,
        parameters: descriptions)
    }
    prepare = { (parsed) throws(UsageError) in
      var parsed = parsed
      let values = (repeat try (each parameters).value(from: &parsed))
      return { (context) throws(Failure) in try run(context, repeat each values) }
    }
  }

  /// Declares a command that is known, but that this version does not support.
  package init(unsupported name: String, summary: String) {
    self.name = name
    isSupported = false
    describe = {
      CommandDescription(name: name, summary: summary, parameters: [], isSupported: false)
    }
    prepare = { (_) throws(UsageError) in throw .unsupportedCommand(name) }
  }

  package var description: CommandDescription { describe() }
}
