import Answers
import CommandSpec
import Queries
import Sessions
import Snapshots

/// `heir unset`: takes a value out of a scope's file.
enum UnsetCommand {
  static let command = Command<Session, CommandResult>(
    "unset", summary: "takes a value out of a scope's file",
    details: """
      Takes the key out of the last of the scope's files that has it, with its reason and date, and an \
      object that is empty then, unless it holds a directive; and says what the key is from now on. \
      An element of an array goes alone, and an array that is empty then stays. What an included fragment \
      says is not touched. The exit status is 1 where the files do not set \
      the key.
      """,
    examples: [
      Example("heir unset /prod/eu db.port", "inherits the port again"),
      Example("heir unset /prod db --dry-run", "a patch, and whom it would hit"),
    ],
    parameters: Positional(.scope, help: "the scope whose file is written"),
    Positional(.key, help: "the key"),
    EditOptions.removing, CommonOptions.taking(.edit),
    run: { (session, scope, key, edits, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try EditRun(session, show, scope, key, edits, options).run(.unset)
      }
    })

  static let foresight = Foresight(.edit { _ in .unset })
}
