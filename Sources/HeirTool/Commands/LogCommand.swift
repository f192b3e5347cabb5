import CommandSpec
import Queries
import Reports
import Sessions
import Snapshots

/// `heir log`: tells which revisions made an effective value what it is.
enum LogCommand {
  enum Format: String, CaseIterable { case text, json }

  static let command = Command<Session, CommandResult>(
    "log", summary: "tells which revisions made a value what it is",
    details: """
      A revision is told where the effective value of KEY in SCOPE, or the reason why it has none, differs \
      from that in each of its parents: not where a file was touched, but where that made a difference. \
      Lines stand newest first and come as they are found: commit, day, author, what it was and is, and the \
      lines that did it. With several keys, a pattern or an object each line names its key. With --json \
      each is a line of JSON.

      Overlays, --set, facts and variables are today's in all revisions. Where SCOPE was not there, it had \
      no values. Paths follow no renames, and neither does the root: what was elsewhere before was not \
      there. The exit status is 1 where no revision is told.
      """,
    examples: [
      Example("heir log /prod/eu db.port", "who changed it, and when"),
      Example("heir log /prod/eu db.port --at v1.2 -n 1", "the last change before a release"),
      Example("heir log /prod db --since v1.1 --at v1.2", "what a release made of all in 'db'"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    RemainingPositionals(
      .bytes("KEY", .keyPattern), minimum: 1,
      help: "the keys; '*' stands for any one name, '**' for any number of names"),
    Option(
      "--since", type: .bytes("REV", .revision), help: "leaves out what leads to this revision"),
    Option("-n", "--max-count", type: .count("N"), help: "ends behind so many revisions"),
    Option(
      "--format", type: .choice("FORMAT", of: Format.self),
      abbreviations: [Abbreviation("--json", for: "json")], help: "how to print it"),
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
        // Where something stood, it stands by the same path.
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
        // It may be that another scope or key was meant.
        let now = found.meetsScope ? try? query.scope(scope) : try query.scope(scope)
        show.note("no revision makes a difference to it")
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
