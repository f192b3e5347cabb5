import Cascade
import CommandSpec
import Trees

enum LogCommand {
  static let command = Command(
    "log", summary: "List the commits that changed a value",
    details: """
      Lists the commits in which the effective value of KEY in SCOPE differs from that in each \
      parent commit. If KEY has no value, the reason is compared. Edits without effect are not \
      listed. Each line has commit, date, author, the old and the new value, and the lines that \
      changed it; the newest comes first.

      All revisions use the current overlays, --set, facts and environment variables. Renames \
      are not followed.
      """,
    examples: [
      Example("heir log /prod/eu db.port", "Show who changed the port, and when"),
      Example("heir log /prod/eu db.port --at v1.2 -n 1", "Show the last change before a release"),
      Example(
        "heir log /prod db --since v1.1 --at v1.2", "Show the changes of a release below 'db'"),
    ],
    exitStatus: "0 commits are listed; 1 none; 2 error; commits found so far are printed"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let keys = try arguments.keyPatterns(minimum: 1)
    let excluded = try arguments.option(
      "--since", type: .bytes("REV", .revision), help: "Leave out REV and its ancestors")
    let limit = try arguments.option(
      "-n", "--max-count", type: .count("N"), help: "Stop after N revisions")
    let format: ReportFormat? = try arguments.format(help: "Print in FORMAT")
    let options = try CommonOptions(arguments, printing: .all.subtracting([.index]))
    return Action(options) { (console) throws(Failure) in
      let start = console.options.time?.name ?? Array("HEAD".utf8)
      console.options.time = nil
      let context = try CommandContext(console)
      let asked = try scope.scope(in: context.present)
      let patterns = try keys.map(context.pattern)
      let git = try context.snapshot.git(console.session, console.remarks).git
      let history = try asFailure(try git.history(of: start, without: excluded))
      guard let history else {
        console.note("the branch has no commits yet")
        return .nothing
      }
      let hasKey = patterns.count > 1 || patterns[0].key == nil
      console.output.release()
      let found = KeyHistory(context, history, asked, patterns)
      let count = try found.tell(limit: limit ?? .max) { (commit, changes) throws(Failure) in
        for change in changes {
          switch format ?? .text {
          case .json: context.print(.compact, change.record(commit, in: asked))
          case .text:
            console.output.append(
              change.text(
                commit, context.names, console.places, console.outputStyle,
                hasKey: hasKey || change.key != patterns[0].key))
          }
        }
        console.output.flushAll()
      }
      if count > 0 { return .answered }
      // Another scope or key may have been meant.
      let now = found.scopeExists ? try? context.scope(scope) : try context.scope(scope)
      console.note("no commit changed the value")
      guard let now else { return .nothing }
      for pattern in patterns where pattern.key == nil {
        let around = Key(pattern.parts.prefix(while: \.isExact).compactMap(\.name))
        if (try? now.value(around))?.kind == .array {
          let text = context.names.text(around)
          console.note("\(text) is an array; '*' matches elements only in 'heir where'")
        }
      }
      for case let key? in patterns.lazy.map(\.key) {
        if case .absent(let absence)? = try? now.answer(key) {
          console.note(context.words(for: key, absence, in: now))
        }
      }
      return .nothing
    }
  }
}
