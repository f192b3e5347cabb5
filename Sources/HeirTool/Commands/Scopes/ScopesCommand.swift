import Answers
import Cascade
import CommandSpec
import JSONSource
import Trees

enum ScopesCommand {
  static let command = Command(
    "scopes", summary: "List scopes",
    details: """
      Prints one scope per line. On a terminal, or with --tree, draws a tree with the keys that each \
      scope sets, stops and excludes.
      """,
    examples: [
      Example("heir scopes /prod", "List the scopes at and below /prod"),
      Example("heir scopes --tree", "Draw the whole tree"),
    ],
    parameters: Positional(optional: .scope, help: "Scope to start from (default: the root)"),
    Group(
      Flag("--tree", help: "Draw a tree even if the output is not a terminal"),
      PrintFormat.json(help: "Print JSON with the keys each scope sets, stops, excludes"),
      NameList.flag,
      CommonOptions.abstract,
      make: { (tree, print, nul, abstract) throws(UsageError) in
        let chosen = [("--tree", tree), ("--json", print.format), ("-0", nul)].filter { $0.1 }
        if chosen.count > 1 { throw .conflictingOptions(chosen[0].0, chosen[1].0) }
        return (isTree: tree, print: print, endsWithNUL: nul, showsAbstract: abstract)
      }),
    options: CommonOptions.printing(.walk.subtracting([.environment])),
    run: { (console, scope, form) throws(Failure) in
      let context = try CommandContext(console)
      let start = try scope?.scope(in: context.present) ?? .root
      let isTree =
        form.isTree || console.output.isTerminal && !form.print.format && !form.endsWithNUL
      let visitor = ScopeSummary.Visitor(namesOnly: !isTree && !form.print.format)
      try context.present.walk(
        from: start, visitor, limit: 250_000, hidesAbstract: !form.showsAbstract)
      if !visitor.problems.isEmpty { throw .diagnostics(visitor.problems) }
      guard let node = visitor.top else { return .answered }
      console.output.release()
      if form.print.format {
        context.print(form.print.layout, node.record(context.names))
      } else if isTree {
        console.output.append(node.text(context.names, console.outputStyle))
      } else {
        node.visit { node in
          NameList.print([node.scope], endsWithNUL: form.endsWithNUL, console.output)
        }
      }
      return .answered
    })
}
