import Reports
import Sessions

/// What came of a command, and how to speak of it.
struct CommandResult {
  let result: Result<ExitStatus, Failure>
  let show: Presentation

  /// Runs a command with these options.
  init(
    _ session: Session, _ options: CommonOptions,
    _ run: (Presentation) throws(Failure) -> ExitStatus
  ) {
    let show = Presentation(session, options)
    self.show = show
    result = Result { () throws(Failure) in try run(show) }
  }
}
