import CommandSpec
import Queries
import Sessions
import Snapshots

/// `heir resume`: takes a stop marker out.
enum ResumeCommand {
  static let command = Command<Session, CommandResult>(
    "resume", summary: "takes a stop marker out: the scope inherits the key again",
    details: """
      Takes the key out of the scope's '$stop' lists. A wider stop, one of an ancestor and an exclusion \
      are not touched: then the marker is named, and the exit status is 1.
      """,
    examples: [Example("heir resume /prod/eu db.replica", "inherits the replica again")],
    parameters: Positional(.scope, help: "the scope whose file is written"),
    Positional(.key, help: "the key"),
    EditOptions.removing, CommonOptions.taking(.edit),
    run: { (session, scope, key, edits, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try EditRun(session, show, scope, key, edits, options).run(.resume)
      }
    })

  static let foresight = Foresight(.edit { _ in .resume })
}
