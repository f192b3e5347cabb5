import Answers
import Cascade
import CommandSpec
import Trees

enum TidyCommand {
  static let command = Command<Session, CommandResult>(
    "tidy", summary: "Remove entries that change no effective value",
    details: """
      Removes redundant values, and stops, exclusions and removals without effect, from the \
      files at and below SCOPE. A value is redundant if it equals the inherited one. Entries \
      with '$because' or '$until', included fragments, and attributes such as '$final', '$type' \
      and '$secret' stay.

      Before writing, every scope of the tree is resolved and compared; an entry stays if its \
      removal would change an effective value. With --dry-run, the exit status is 1 if there is \
      something to remove.
      """,
    examples: [
      Example("heir tidy --dry-run", "Print a patch"),
      Example("heir tidy /prod", "Tidy only production"),
      Example(
        "heir tidy --hoist --dry-run", "Print a patch that also moves values up"),
    ],
    parameters: OptionalPositional(.scope, help: "Scope to start from (default: the root)"),
    Flag("--dry-run", help: "Print a patch for 'patch -p1'; write nothing"),
    Flag(
      "--hoist",
      help: "Also move the common values of all children to the parent"),
    EditOptions.wait, CommonOptions.taking(.edit),
    run: { (session, scope, isDryRun, hoists, wait, options) in
      CommandResult(session, options) { (console) throws(Failure) in
        let record = ReadingRecord()
        let context = try CommandContext(session, options, console, record: record, writes: true)
        let asked = try scope.map { (scope) throws(Failure) in try context.place(scope) }
        return try TidyRun(context, asked ?? .root, record, hoists: hoists, wait: wait)
          .run(isDryRun: isDryRun)
      }
    })
}
