import CommandSpec
import Queries
import Sessions

/// A command, and how its lines are checked for hints.
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
