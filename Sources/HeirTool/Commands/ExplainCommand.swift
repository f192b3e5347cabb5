import Answers
import Cascade
import CommandSpec
import JSONSource
import Queries
import Reports
import Sessions
import Snapshots

/// `heir explain`: tells where values come from.
enum ExplainCommand {
  enum Format: String, CaseIterable { case text, json }

  static let command = Command<Session, CommandResult>(
    "explain", summary: "tells where a value comes from, and what every level says of it",
    details: """
      With KEY: the value and its place, then a line for every level, nearest first; the effective \
      one is marked. Without KEY: every leaf with its value and its place. With --blame commit, day and \
      author of each line of the root's tree stand beside it, as 'git blame' tells them.
      """,
    examples: [
      Example("heir explain /prod/eu/web db.port", "why the port is what it is"),
      Example("heir explain /prod", "every value with its place"),
      Example("heir explain /prod/eu db.port --at v1.2 --blame", "who wrote what held then"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key to explain"),
    Flag("--blame", help: "tells of each line who committed it, and when"),
    PrintForm<Format>.options(orElse: .text, compact: [.json]),
    CommonOptions.printing(.all),
    run: { (session, scope, key, isBlaming, form, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try form.check()
        let query = try Query(session, options, show)
        if isBlaming {
          show.places.history = try query.snapshot.lineHistory(
            options.time, session, show.remarks)
        }
        // Who wrote the lines is asked while they are printed.
        let output = isBlaming ? Sink() : show.output
        func end(_ status: ExitStatus) throws(Failure) -> ExitStatus {
          guard isBlaming, let history = show.places.history else { return status }
          try history.check()
          show.output.append(output.take())
          if let end = history.end {
            show.note(
              "the history ends at \(String(decoding: end.prefix(12), as: UTF8.self)), since this clone is shallow: "
                + "its lines may be older; 'git fetch --unshallow' brings what is before")
          }
          return status
        }
        guard let key = try key.map({ (text) throws(Failure) in try query.key(text) }) else {
          let asked = try query.scope(scope)
          let overview = try query.worked { () throws(Unresolved) in try Overview(asked) }
          try query.judge(asked, [Key()])
          if form.format == .json {
            try query.refuseExcess(overview.leaves.lazy.map { ($0.key, $0.places.first) })
            query.print(form.layout, to: output, overview.record(asked))
          } else {
            output.append(overview.text(asked, show))
          }
          if overview.unresolved.isEmpty { return try end(.answered) }
          show.report(.diagnostics(overview.unresolved.flatMap(\.diagnostics)))
          return try end(.failed)
        }
        let asked = try query.scope(scope)
        let explanation = try query.worked { () throws(Unresolved) in try asked.explain(key) }
        try query.judge(asked, [key])
        if form.format == .json {
          query.print(form.layout, to: output, explanation.record(asked))
        } else {
          output.append(explanation.text(asked, show))
        }
        if case .absent = explanation.answer { return try end(.nothing) }
        return try end(.answered)
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: true) { _ in true },
    harmless: "--virtual", "--set", "--values", "--format", "--blame")
}
