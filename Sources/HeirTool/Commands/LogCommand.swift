import CommandSpec
import Queries
import Reports
import Sessions
import Snapshots

enum LogCommand {
  enum Format: String, CaseIterable { case text, json }

  static let command = Command<Session, CommandResult>(
    "log", summary: "List the commits that changed a value",
    details: """
      Lists the commits in which the effective value of KEY in SCOPE differs from that in each \
      parent commit. If KEY has no value, the reason is compared. Edits without effect are not \
      listed. Each line has commit, date, author, the old and the new value, and the lines that \
      changed it; the newest comes first.

      All revisions use the current overlays, --set, facts and environment variables. Renames \
      are not followed. The exit status is 1 if no commit is listed.
      """,
    examples: [
      Example("heir log /prod/eu db.port", "Show who changed the port, and when"),
      Example("heir log /prod/eu db.port --at v1.2 -n 1", "Show the last change before a release"),
      Example(
        "heir log /prod db --since v1.1 --at v1.2", "Show the changes of a release below 'db'"),
    ],
    parameters: Positional(.scope, help: "Scope to read"),
    RemainingPositionals(
      .bytes("KEY", .keyPattern), minimum: 1,
      help: "Keys or patterns ('*' matches one name, '**' any number)"),
    Option(
      "--since", type: .bytes("REV", .revision), help: "Leave out REV and its ancestors"),
    Option("-n", "--max-count", type: .count("N"), help: "Stop after N revisions"),
    Option(
      "--format", type: .choice("FORMAT", of: Format.self),
      abbreviations: [Abbreviation("--json", for: "json")], help: "Print in FORMAT"),
    CommonOptions.printing(.all.subtracting(.index)),
    run: { (session, scope, keys, excluded, limit, format, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        var present = options
        present.time = nil
        let query = try Query(session, present, show)
        let asked = try scope.scope(in: query.present)
        let patterns = try keys.map { (key) throws(Failure) in try query.pattern(key) }
        let start = options.time?.name ?? Array("HEAD".utf8)
        let history = try query.snapshot.history(
          of: start, without: excluded, session, show.remarks)
        guard let history else {
          show.note("the branch has no commits yet")
          return .nothing
        }
        // Former places have the paths of present places.
        show.places.formerRoot = show.places.root(.tree(0))
        let hasKey = patterns.count > 1 || patterns[0].key == nil
        show.output.release()
        let found = KeyHistory(query, history, asked, patterns)
        let count = try found.tell(limit: limit ?? .max) { (changes) throws(Failure) in
          for change in changes {
            switch format ?? .text {
            case .json: query.print(.compact, change.record)
            case .text:
              show.output.append(
                change.text(
                  query.names, show.places, show.outputStyle,
                  hasKey: hasKey || change.change.key != patterns[0].key))
            }
          }
          show.output.handOn()
        }
        if count > 0 { return .answered }
        // Another scope or key may have been meant.
        let now = found.meetsScope ? try? query.scope(scope) : try query.scope(scope)
        show.note("no commit changed the value")
        guard let now else { return .nothing }
        for case let key? in patterns.lazy.map(\.key) {
          if case .absent(let absence)? = try? now.answer(key) {
            query.noteAbsence(key, absence, in: now)
          }
        }
        return .nothing
      }
    })
}
