import Answers
import Cascade
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir resolve`: prints a scope's effective configuration.
enum ResolveCommand {
  static let command = Command<Session, CommandResult>(
    "resolve", summary: "prints the effective configuration, or the part under a key",
    details: """
      The members stand in the order in which the lineage first mentions them. With --keep-going a value \
      that cannot be worked out is left out and told on standard error; then a file of -o stays as it is, \
      and a format that a shell runs is refused.

      With --below every scope at and below SCOPE is rendered into a file of its own, each as if it were \
      asked alone: in the path of -o '{scope}' stands for the scope's path, '_root' for that of the root. \
      Files that are right are not touched. What cannot be worked out keeps its file. The files that runs \
      have written are listed in '.heir-rendered', in the directory before '{scope}'; --prune removes those \
      that no scope of this root makes any more, unless git tracks the list or others may have written it. \
      --verify writes nothing: it tells which files are missing, differ or are left \
      over, by which keys, and where their values stand.
      """,
    examples: [
      Example("heir resolve /prod/eu/web", "everything that holds there"),
      Example("heir resolve /prod db -c", "one part, on one line"),
      Example("heir resolve /prod db --format flat", "a line for each leaf"),
      Example(
        "v=$(heir resolve /prod db --format shell --prefix DB_) && eval \"$v\" || exit",
        "variables for a script"),
      Example("heir resolve /prod --own", "only what the scope's own files say"),
      Example("heir resolve /prod --format yaml --without-secrets", "what may be shown around"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --prune", "a file for every scope"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --verify", "whether they are up to date"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key under which the wanted part stands"),
    Form.options, LeafChoice.options, Below.options,
    CommonOptions.printing(.all),
    run: { (session, scope, key, form, choice, below, options) in
      var options = options
      let output = options.output
      // Those of many scopes are written one by one.
      if below != nil { options.output = nil }
      return CommandResult(session, options) { (show) throws(Failure) in
        if let below { try below.check(form, options, hasOutput: output != nil) }
        let query = try Query(session, options, show)
        let answer = ResolvedPrint(
          query, try query.key(key), form, try ChosenLeaves(choice, isAlone: below == nil, query))
        if let below, let output {
          return try below.render(query.place(scope), into: output, answer)
        }
        let asked = try query.scope(scope)
        let end = try answer.print(asked, to: show.output) { (scope, keys) throws(Failure) in
          try query.judge(scope, keys)
        }
        switch end {
        case .whole: return .answered
        case .nothing(let why):
          if !show.isQuiet { show.note(why()) }
          return .nothing
        case .partial(let problems):
          show.report(.diagnostics(problems))
          return .failed
        }
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: true) { found in
      guard let form = try? Form.options.value(from: found.line) else { return false }
      let formats = LeafFormats(found.leaves, found.key, found.names, sorted: false)
      return (try? form.text(of: formats)) != nil
    },
    harmless: "--virtual", "--set", "--values", "--format", "--compact", "--sort-keys", "--origins",
    "--names", "-0", "--prefix", "--export")
}
