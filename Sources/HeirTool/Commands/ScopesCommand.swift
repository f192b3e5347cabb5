import Answers
import Cascade
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

enum ScopesCommand {
  static let command = Command<Session, CommandResult>(
    "scopes", summary: "List scopes",
    details: """
      Prints one scope per line. On a terminal, or with --tree, draws a tree with the keys that each \
      scope sets, stops and excludes.
      """,
    examples: [
      Example("heir scopes /prod", "List the scopes at and below /prod"),
      Example("heir scopes --tree", "Draw the whole tree"),
    ],
    parameters: OptionalPositional(.scope, help: "Scope to start from (default: the root)"),
    Group(
      Flag("--tree", help: "Draw a tree even if the output is not a terminal"),
      PrintForm.json(help: "Print JSON with the keys each scope sets, stops, excludes"),
      NameList.flag,
      CommonOptions.abstract,
      make: { (tree, print, nul, abstract) throws(UsageError) -> Form in
        let chosen = [("--tree", tree), ("--json", print.format), ("-0", nul)].filter { $0.1 }
        if chosen.count > 1 { throw .conflictingOptions(chosen[0].0, chosen[1].0) }
        return Form(isTree: tree, print: print, endsWithNUL: nul, showsAbstract: abstract)
      }),
    CommonOptions.printing(.walk.subtracting(.environment)),
    run: { (session, scope, form, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try form.print.check()
        let query = try Query(session, options, show)
        let start = try scope.map { (scope) throws(Failure) in
          try scope.scope(in: query.present)
        }
        let isTree =
          form.isTree || show.output.isTerminal && !form.print.format && !form.endsWithNUL
        let visitor = ScopeSummary.Visitor(namesOnly: !isTree && !form.print.format)
        try query.present.walk(
          from: start ?? .root, visitor, limit: 250_000, hidesAbstract: !form.showsAbstract)
        if !visitor.problems.isEmpty { throw .diagnostics(visitor.problems) }
        guard let node = visitor.top else { return .answered }
        show.output.release()
        if form.print.format {
          query.print(form.print.layout, node.record(query.names))
        } else if isTree {
          show.output.append(node.text(query.names, show.outputStyle))
        } else {
          node.visit { node in
            NameList.print([node.scope], endsWithNUL: form.endsWithNUL, show.output)
          }
        }
        return .answered
      }
    })

  struct Form {
    let isTree: Bool
    let print: PrintForm<Bool>
    let endsWithNUL: Bool
    let showsAbstract: Bool
  }
}
