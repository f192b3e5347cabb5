import Answers
import Cascade
import CommandSpec
import Output
import Trees

enum ExplainCommand {
  static let command = Command(
    "explain", summary: "Show where a value comes from",
    details: """
      With KEY, prints the value and its place, then one line for each level, highest precedence \
      first. The effective one is marked. Without KEY, prints every leaf with its value and place. \
      --blame adds commit, date and author of each line, as 'git blame' reports them.
      """,
    examples: [
      Example("heir explain /prod/eu/web db.port", "Show where the port comes from"),
      Example("heir explain /prod", "Print every value with its place"),
      Example(
        "heir explain /prod/eu db.port --at v1.2 --blame",
        "Show the values of v1.2 with their commits"),
    ],
    exitStatus: """
      0 KEY has a value; 1 it has none, the levels are printed; 2 error; without KEY, values \
      without errors are printed
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let key = try arguments.argument(optional: .key, help: "Key to explain")
    let isBlaming = arguments.flag("--blame", help: "Add commit, date and author of each line")
    let form = try arguments.format(orElse: ReportFormat.text, compact: [.json])
    return Action(try CommonOptions(arguments, printing: .all)) { (console) throws(Failure) in
      let context = try CommandContext(console)
      if isBlaming {
        console.places.history = try context.snapshot.lineHistory(
          console.options.time, console.session, console.remarks)
      }
      // Authors are found while printing, so the output is kept until that has succeeded.
      let output = isBlaming ? OutputBuffer() : console.output
      func end(_ status: ExitStatus) throws(Failure) -> ExitStatus {
        guard isBlaming, let history = console.places.history else { return status }
        try asFailure(try history.check())
        console.output.append(output.take())
        if let end = history.end {
          console.note(
            "the clone is shallow: its history ends at \(String(decoding: end.prefix(12), as: UTF8.self)) and "
              + "lines may be older; run 'git fetch --unshallow'")
        }
        return status
      }
      let key = try key.map { (text) throws(Failure) in try context.key(text) }
      let asked = try context.scope(scope)
      let words = TraceFormatter(scope: asked, places: console.places)
      guard let key else {
        let overview = try context.evaluating(try Overview(asked))
        try context.validate(asked, [Key()])
        switch form.format {
        case .json:
          try context.checkKeySizes(overview.leaves.lazy.map { ($0.key, 0, $0.places.first) })
          context.print(form.layout, to: output, overview.record(words))
        case .text: output.append(overview.text(words, console))
        }
        if overview.unresolved.isEmpty { return try end(.answered) }
        console.report(.diagnostics(overview.unresolved.flatMap(\.diagnostics)))
        return try end(.failed)
      }
      let explanation: Explanation
      var failure: EvaluationError?
      do throws(EvaluationError) { explanation = try asked.explain(key) } catch {
        (explanation, failure) = (asked.explained(key), error)
      }
      if failure == nil { try context.validate(asked, [key]) }
      switch form.format {
      case .json: context.print(form.layout, to: output, explanation.record(words, failure))
      case .text: output.append(explanation.text(asked, console, failure))
      }
      if let failure {
        console.report(.diagnostics(failure.diagnostics))
        return try end(.failed)
      }
      if case .absent = explanation.answer { return try end(.nothing) }
      return try end(.answered)
    }
  }
}
