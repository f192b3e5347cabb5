import Reports
import Sessions
import Snapshots

/// What came of a command, and how to speak of it.
package struct CommandResult {
  package let result: Result<ExitStatus, Failure>
  package let show: Presentation

  /// Runs a command with these options.
  package init(
    _ session: Session, _ options: CommonOptions,
    _ run: (Presentation) throws(Failure) -> ExitStatus
  ) {
    let show = Presentation(session, options)
    self.show = show
    result = Result { () throws(Failure) in try run(show) }
  }
}
