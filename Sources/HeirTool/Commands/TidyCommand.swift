import Answers
import Cascade
import CommandSpec
import FileTree
import Queries
import Sessions
import Snapshots

/// `heir tidy`: removes what changes nothing.
enum TidyCommand {
  static let command = Command<Session, CommandResult>(
    "tidy", summary: "removes what changes nothing, proven by resolving every scope",
    details: """
      Takes out of the files at and below SCOPE (the root, if it is left out) values that would be \
      inherited all the same, and stops, exclusions and removals that take nothing; never what has a \
      '$because' or an '$until', nor what is included. Before anything is written, every scope of the \
      tree is compared with what it was: where an effective value would change, that is left as it is. \
      All files are written or none. Attributes ('$final', '$type', '$secret' …) stay, for they speak \
      of values to come; 'heir check' names idle ones. With --dry-run the exit status is 1 where \
      something would change.
      """,
    examples: [
      Example("heir tidy --dry-run", "what could go, as a patch"),
      Example("heir tidy /prod", "production alone"),
      Example(
        "heir tidy --hoist --dry-run", "also what could stand once instead of in all children"),
    ],
    parameters: OptionalPositional(.scope, help: "where to begin; the root if it is left out"),
    Flag("--dry-run", help: "writes nothing; prints a patch for 'patch -p1'"),
    Flag(
      "--hoist",
      help: "also moves a value that all children of a scope set alike up into it, if it has none"),
    EditOptions.wait, CommonOptions.taking(.edit),
    run: { (session, scope, isDryRun, hoists, wait, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        let record = ReadingRecord()
        let query = try Query(session, options, show, record: record)
        let asked = try scope.map { (scope) throws(Failure) in try query.place(scope) }
        return try TidyRun(query, asked ?? .root, record, hoists: hoists, wait: wait)
          .run(isDryRun: isDryRun)
      }
    })
}
