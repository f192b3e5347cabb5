import Answers
import Cascade
import CommandSpec
import JSONSource
import Queries
import Reports
import Sessions
import Snapshots

/// `heir schema`: prints a JSON Schema of what a scope's property files may say.
enum SchemaCommand {
  static let command = Command<Session, CommandResult>(
    "schema", summary: "prints a JSON Schema by which editors complete and check a scope's files",
    details: """
      The schema (draft-07) tells of each inherited or declared key its type, what '$about' says, and the \
      value that is inherited with its place; secrets are masked. With --all it writes one for each scope \
      at and below SCOPE into the directory that -o names, and 'settings.json', which binds them to the \
      scopes' files in Visual Studio Code, if that is opened in the current directory. What JSON Schema \
      cannot say 'heir check' does.
      """,
    examples: [
      Example("heir schema /prod/eu -o eu.schema.json", "the schema of one scope's files"),
      Example("heir schema --all -o .vscode/schemas", "those of all scopes, and what binds them"),
    ],
    parameters: OptionalPositional(
      .scope, help: "the scope whose files are meant; the root if left out"),
    Flag("--all", help: "writes a schema for each scope at and below into the directory of -o"),
    JSONWriter.Layout.flag,
    CommonOptions.printing(.all.subtracting([.settings, .environment])),
    run: { (session, scope, isAll, isCompact, options) in
      var options = options
      let output = options.output
      // The files are written one by one.
      if isAll { options.output = nil }
      return CommandResult(session, options) { (show) throws(Failure) in
        let layout: JSONWriter.Layout = isCompact ? .compact : .indented
        guard isAll else {
          let query = try Query(session, options, show)
          let asked = try query.scope(scope ?? ScopeArgument(text: [UInt8(ascii: "/")]))
          let problems = asked.view.openInclusions(along: Key())
          if !problems.isEmpty { throw .diagnostics(problems) }
          query.print(layout, try query.schema(of: asked))
          return .answered
        }
        try options.exclude(.virtual, with: "--all")
        guard let output else { throw .usage(.optionNeeds("--all", other: "-o")) }
        let query = try Query(session, options, show)
        let start = try scope.map { (scope) throws(Failure) in try query.place(scope) }
        let written = try SchemaFiles.write(query, from: start ?? .root, into: output, layout)
        try query.tell(written)
        return written.failures.isEmpty ? .answered : .failed
      }
    })
}
