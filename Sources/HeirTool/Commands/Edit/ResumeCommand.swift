import CommandSpec
import Trees

enum ResumeCommand {
  static let command = Command<Session, CommandResult>(
    "resume", summary: "Remove a stop marker",
    details: """
      Removes the key from the scope's '$stop' lists. Stops of an enclosing object, stops in \
      ancestors and exclusions stay. If one still removes the key, it is reported and the exit \
      status is 1.
      """,
    examples: [Example("heir resume /prod/eu db.replica", "Inherit the replica again")],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to inherit again"),
    EditOptions.removing, CommonOptions.taking(.edit),
    run: { (session, scope, key, edits, options) in
      CommandResult(session, options) { (console) throws(Failure) in
        try EditRun(session, console, scope, key, edits, options).run(.resume)
      }
    })
}
