import Answers
import Cascade
import CommandSpec
import JSONSource
import Reports
import Sessions

/// `heir explain`: tells where values come from.
enum Explain {
  enum Format: String, CaseIterable { case text, json }

  static let command = Command<Session, Outcome>(
    "explain", summary: "tells where a value comes from, and what every level says of it",
    details: """
      With KEY: the value and its place, then a line for every level, nearest first; the effective \
      one is marked. Without KEY: every leaf with its value and its place.
      """,
    examples: [
      Example("heir explain /prod/eu/web db.port", "why the port is what it is"),
      Example("heir explain /prod", "every value with its place"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key to explain"),
    PrintForm<Format>.options(orElse: .text, compact: [.json]),
    CommonOptions.printing,
    run: { (session, scope, key, form, options) in
      Outcome(session, options) { (show) throws(Failure) in
        let request = try Request(session, options, show)
        let places = show.places
        guard let key = try key.map({ (text) throws(Failure) in try request.key(text) }) else {
          let asked = try request.scope(scope)
          let overview = try request.worked { () throws(Unresolved) in try Overview(asked) }
          try request.judge(asked, [Key()])
          if form.format == .json {
            try request.refuseExcess(overview.leaves.lazy.map { ($0.key, $0.places.first) })
            request.print(form.layout, overview.record(asked))
          } else {
            show.output.append(overview.text(asked, places, width: show.output.width))
          }
          if overview.unresolved.isEmpty { return .answered }
          show.report(.diagnostics(overview.unresolved.flatMap(\.diagnostics)))
          return .failed
        }
        let asked = try request.scope(scope)
        let explanation = try request.worked { () throws(Unresolved) in try asked.explain(key) }
        try request.judge(asked, [key])
        if form.format == .json {
          request.print(form.layout, explanation.record(asked))
        } else {
          show.output.append(
            ExplanationText(explanation, asked, places, show).text)
        }
        if case .absent(let absence) = explanation.answer {
          if absence == nil { session.rehearsal?.noteUnknownKey() }
          return .nothing
        }
        return .answered
      }
    })
}
