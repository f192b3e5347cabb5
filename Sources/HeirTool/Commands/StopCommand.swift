import Answers
import Change
import CommandSpec
import Queries
import Sessions
import Snapshots

/// `heir stop`: writes a stop marker.
enum StopCommand {
  static let command = Command<Session, CommandResult>(
    "stop", summary: "writes a stop marker: the scope inherits no value of the key",
    details: """
      Adds the key to the '$stop' list of the nearest object around it that the file writes, else of \
      the top one. What the scope sets itself still holds. Nothing is written where the scope stops the \
      key already.
      """,
    examples: [
      Example("heir stop /prod/eu db.replica", "no replica in /prod/eu, nor below"),
      Example(
        "heir stop /staging mail --because 'no mail from tests'", "with its reason"),
    ],
    parameters: Positional(.scope, help: "the scope whose file is written"),
    Positional(.key, help: "the key; all in it is stopped, too"),
    EditOptions.reasons, EditOptions.group, CommonOptions.taking(.edit),
    run: { (session, scope, key, reasons, edits, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try EditRun(session, show, scope, key, edits, options).run(.stop(reasons))
      }
    })

  static let foresight = Foresight(.edit { _ in .stop(EditReasons()) })
}
