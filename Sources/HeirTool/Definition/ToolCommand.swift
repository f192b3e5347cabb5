import CommandSpec
import Queries
import Sessions

/// A command, and what is known of its lines before they are run.
struct ToolCommand: Sendable {
  let command: Command<Session, CommandResult>
  let foresight: @Sendable () -> Foresight

  init(
    _ command: Command<Session, CommandResult>,
    _ foresight: @autoclosure @escaping @Sendable () -> Foresight = Foresight(
      .values(tellsAbsence: true) { _ in true })
  ) {
    (self.command, self.foresight) = (command, foresight)
  }
}
