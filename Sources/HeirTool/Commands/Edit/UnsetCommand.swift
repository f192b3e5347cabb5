import Answers
import CommandSpec
import Trees

enum UnsetCommand {
  static let command = Command<Session, CommandResult>(
    "unset", summary: "Remove a value from a scope's file",
    details: """
      Removes the key, its reason and its date from the scope's last file with the key. An object \
      that becomes empty is removed, too, unless it contains a directive; an empty array stays. \
      Included fragments are not changed. The exit status is 1 if the scope's files do not set \
      the key.
      """,
    examples: [
      Example("heir unset /prod/eu db.port", "Inherit the port again"),
      Example("heir unset /prod db --dry-run", "Print a patch and the affected values"),
    ],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to remove"),
    EditOptions.removing, CommonOptions.taking(.edit),
    run: { (session, scope, key, edits, options) in
      CommandResult(session, options) { (console) throws(Failure) in
        try EditRun(session, console, scope, key, edits, options).run(.unset)
      }
    })
}
