import Trees

/// The result of a command, and the console for its messages.
package struct CommandResult {
  package let result: Result<ExitStatus, Failure>
  package let console: Console

  package init(
    _ session: Session, _ options: CommonOptions,
    _ run: (Console) throws(Failure) -> ExitStatus
  ) {
    let console = Console(session, options)
    self.console = console
    result = Result { () throws(Failure) in try run(console) }
  }
}
