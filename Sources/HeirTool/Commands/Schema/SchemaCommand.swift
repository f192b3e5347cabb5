import Cascade
import CommandSpec
import Files
import JSONSource
import Trees

enum SchemaCommand {
  static let command = Command(
    "schema", summary: "Print a JSON Schema for a scope's files",
    details: """
      The schema (draft-07) has the type, the '$about' text and the inherited value of each \
      inherited or declared key; secrets are masked. 'heir check' covers the rules that JSON \
      Schema cannot express.

      With --all, writes a schema for each scope at and below SCOPE into the directory of -o, and \
      a 'settings.json' for Visual Studio Code that assigns them to files. Open the current \
      directory in the editor.
      """,
    examples: [
      Example("heir schema /prod/eu -o eu.schema.json", "Write the schema of one scope"),
      Example("heir schema --all -o .vscode/schemas", "Write the schemas of all scopes"),
    ]
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(
      optional: .scope, help: "Scope to describe (default: the root)")
    let isAll = arguments.flag(
      "--all", help: "Write a schema for each scope into the directory of -o")
    let layout: JSONWriter.Layout = arguments.isCompact() ? .compact : .indented
    let options = try CommonOptions(
      arguments, printing: .all.subtracting([.settings, .values, .environment]))
    return Action(options) { (console) throws(Failure) in
      guard isAll else {
        let context = try CommandContext(console)
        let asked = try context.scope(scope ?? ScopeArgument(text: [UInt8(ascii: "/")]))
        context.print(layout, try context.schema(of: asked))
        return .answered
      }
      let output = console.options.output
      // The files are written separately.
      console.options.output = nil
      try console.options.exclude([.virtual], with: "--all")
      guard let output else { throw .usage(.optionNeeds("--all", other: "-o")) }
      let context = try CommandContext(console)
      let start = try scope.map(context.place)
      let written = try SchemaFiles(
        context: context, layout: layout, directory: output, shared: DirectiveSchemas.file
      ).write(from: start ?? .root)
      written.report()
      return written.failures.isEmpty ? .answered : .failed
    }
  }
}
