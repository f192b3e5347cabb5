import Answers
import CommandSpec
import Trees

enum StopCommand {
  static let command = Command<Session, CommandResult>(
    "stop", summary: "Stop a scope from inheriting a key",
    details: """
      Adds the key to the '$stop' list of the innermost enclosing object in the file. Values that \
      the scope sets itself stay effective.
      """,
    examples: [
      Example("heir stop /prod/eu db.replica", "Inherit no replica in /prod/eu and below"),
      Example(
        "heir stop /staging mail --because 'no mail from tests'", "Stop a key and give the reason"),
    ],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to stop, with all below it"),
    EditOptions.reasons, EditOptions.group, CommonOptions.taking(.edit),
    run: { (session, scope, key, reasons, edits, options) in
      CommandResult(session, options) { (console) throws(Failure) in
        try EditRun(session, console, scope, key, edits, options).run(.stop(reasons))
      }
    })
}
