import Reports
import Sessions
import Snapshots

/// The result of a command, and the presentation for its messages.
package struct CommandResult {
  package let result: Result<ExitStatus, Failure>
  package let show: Presentation

  package init(
    _ session: Session, _ options: CommonOptions,
    _ run: (Presentation) throws(Failure) -> ExitStatus
  ) {
    let show = Presentation(session, options)
    self.show = show
    result = Result { () throws(Failure) in try run(show) }
  }
}
