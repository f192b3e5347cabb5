import Answers
import Cascade
import CommandSpec
import JSONSource
import SafeText
import Trees

enum ResolveCommand {
  static let command = Command<Session, CommandResult>(
    "resolve", summary: "Print the effective configuration of a scope",
    details: """
      Members are printed in order of first appearance, from the lowest-precedence level up. \
      With --keep-going, values with errors are left out and reported on standard error; a file \
      of -o then stays unchanged.

      With --below, renders every scope at and below SCOPE into its own file. '{scope}' in the \
      path of -o is the path of the scope, '_root' for the root. Files that are up to date are not \
      touched. Scopes with errors keep their previous file.

      '.heir-rendered', in the directory before '{scope}', lists the written files. --prune \
      removes the listed files of scopes that no longer exist. It removes none if git tracks the \
      list, or if another user may have written it. --verify reports files that are missing, out \
      of date or left over, with the keys that differ.
      """,
    examples: [
      Example("heir resolve /prod/eu/web", "Print the configuration as JSON"),
      Example("heir resolve /prod db -c", "Print one part on one line"),
      Example("heir resolve /prod db --format flat", "Print one line for each leaf"),
      Example(
        "v=$(heir resolve /prod db --format shell --prefix DB_) && eval \"$v\" || exit",
        "Set shell variables, or exit on an error"),
      Example("heir resolve /prod --own", "Print only what the scope's own files set"),
      Example("heir resolve /prod --format yaml --without-secrets", "Print YAML without secrets"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --prune", "Render a file for every scope"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --verify",
        "Check that the rendered files are up to date"),
    ],
    parameters: Positional(.scope, help: "Scope to read"),
    OptionalPositional(.key, help: "Key to print (default: all)"),
    Options.options, LeafOptions.options, BelowOptions.options,
    CommonOptions.printing(.all),
    run: { (session, scope, key, form, choice, below, options) in
      var options = options
      let output = options.output
      // The files of scopes are written separately.
      if below != nil { options.output = nil }
      return CommandResult(session, options) { (console) throws(Failure) in
        if let below {
          try below.check(form, options, hasOutput: output != nil)
        } else if let output, ScopeTemplate(output) != nil {
          throw .message("'{scope}' in -o needs '--below'")
        }
        let context = try CommandContext(session, options, console)
        let answer = ResolvedOutput(
          context, try context.key(key), form,
          try LeafFilter(choice, isAlone: below == nil, context))
        if let below, let output {
          return try below.render(context.place(scope), into: output, answer)
        }
        let asked = try context.scope(scope)
        let end = try answer.print(asked, to: console.output) { (scope, keys) throws(Failure) in
          try context.validate(scope, keys)
        }
        switch end {
        case .whole: return .answered
        case .nothing(let why):
          if !console.isQuiet { console.note(why()) }
          return .nothing
        case .partial(let problems):
          console.report(.diagnostics(problems))
          return .failed
        }
      }
    })
}
