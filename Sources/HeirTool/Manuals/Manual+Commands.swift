import Answers
import Cascade
import Check
import CommandSpec
import Sessions

extension Manual {
  /// What `man/heir.1` says beside the command table.
  static var ofCommands: Manual {
    Manual(
      source: "heir \(Release.sources)",
      description: [
        .text(
          """
          heir resolves cascading configuration. A directory tree holds JSON property files; each \
          directory is a scope, inherits the properties of the directory that holds it, and may \
          override them, extend them, stop them, lock them, or keep its own to itself. heir answers \
          what a value is in a place, and why.

          The scope comes first, then keys, for every command. A scope is a path from the root of \
          the tree: '/' is the root, '/prod/eu' a scope in it; '.' and what begins with './' start \
          from the scope of the current directory. A key is a dotted path of member names, such as \
          'db.pool.size', or a JSON Pointer, such as '/db/pool/size'; names that hold special \
          characters stand in quotes: 'hosts."a.b".port'. Elements of arrays are read by index: \
          'servers.0.name'. heir(5) describes the files, with examples, and heir-rules(7) has every rule.

          Options stand before or after the command. '--name=value' and '--name value' are the same; \
          one-letter flags may be joined, and one that takes a value stands last, the value being the \
          next argument; the first '--' ends options. A command that takes longer than a \
          second counts the scopes on standard error, if that is a terminal.

          With '-o FILE' what would be printed on standard output goes into a file. A new file takes \
          the old one's place, with its mode, once all is written; one that holds the same already is \
          not touched, so that 'make' has nothing to do. Where the status is 2, or where it is 1 and \
          nothing would be printed, the file is left as it is. A link is followed; a device, a pipe \
          and '/dev/stdout' are written as they stand.
          """)
      ],
      exitStatus: [
        .text(
          """
          0 means answered, 1 answered with no, 2 that there is no answer: a wrong command line, an \
          unknown scope, a broken file, an error of input or output. With 2 nothing is printed on \
          standard output, but by 'explain' without KEY, 'where' and 'impact', which print what could be \
          worked out, and where a shell is to run the output: that is a line that fails then, also with \
          1. For each command:
          """)
      ] + CommandStatus.all.map { .item($0.commands, $0.words) },
      environment: [
        .item(
          "HEIR_ROOT", "the root of the tree where --root is not given; empty is as if unset"),
        .item(
          "HEIR_OVERLAYS",
          "trees to stack on the root (absolute paths hold anywhere), with colons between; those of --overlay come after"
        ),
        .item(
          "HEIR_ALLOW_ENV",
          "names of variables that the tree may read, as --allow-env has them; those of both count"
        ),
        .item(
          "PATH",
          "where git is found, for --since, and the command of exec: by its absolute entries alone"
        ),
        .item("NO_COLOR", "turns colour off unless --color always is given"),
        .item("TERM", "'dumb' turns colour off unless --color always is given"),
      ],
      files: [
        .item(
          ".heir",
          """
          marks the root of a tree, and may say which files are property files and which directories \
          are no scopes; see heir(5)
          """),
        .item("*.json, *.jsonc", "property files, by default; the latter may hold comments"),
      ],
      others: [
        variables, formats,
        .init(
          "IN SHELLS",
          [
            .text(
              """
              Take values into variables in two steps, so that no status is lost, also where heir itself is \
              missing:

               v=$(heir get /prod --shell host=db.host port=db.port) && eval "$v" || exit

              An assignment alone keeps a status. Shells lose it in these places, even under 'set -e':
              """)
          ] + ShellPitfalls.all.map { .item($0.written, $0.reason) }),
        .init(
          "OVERLAYS AND VALUES OF THE COMMAND LINE",
          [
            .text(
              """
              Every '--overlay DIR' stacks a tree on the root: the last one answers first, what it does \
              not answer falls through, and a stop in it cuts off the trees before. '--set KEY=VALUE' \
              is nearest of all, for the asked scope alone: VALUE is JSON where it parses as JSON, \
              otherwise a string, and takes the place of all that is there, objects as well. \
              '--values FILE' takes turns with it: the object in a JSON file is laid over what is there. \
              What a level made final none of these can change: a warning names both places. \
              '--facts FILE' sets nothing: references to '$facts.KEY' and rules of '.heir' alone see it. \
              For a fleet, "--facts 'facts/{scope}.json'" reads one file for each scope.
              """)
          ]),
        .init(
          "ANOTHER TIME OF THE TREE",
          [
            .text(
              """
              '--against DIR' names another copy of the tree, '--since REV' the root at a git revision, \
              read through git: nothing is checked out or fetched, and neither filters nor hooks run. The \
              repository is the one around the root, whatever GIT_DIR says; it has to belong to the user \
              or to root, or 'safe.directory' has to name it. Overlays, '--set' and variables are today's \
              at both times. The paths of a revision are printed as 'REV:PATH', which 'git show' takes. In \
              a shallow clone fetch the revision first: 'git fetch --depth=1 origin REV', or \
              'git fetch --unshallow' for a merge base.
              """)
          ]),
        .init(
          "SECRETS",
          [
            .text(
              """
              What '$secret' marks, and what draws on it, is masked in reports: explain, where, diff, \
              impact, check, watch, what an edit tells, and every error; in JSON '"secret": true' stands for \
              the value. get, resolve and exec hand out data and show it. A patch that would carry a \
              secret is refused. '--reveal' lifts all of it. Errors quote of a file's lines the names and the punctuation alone.
              """)
          ]),
        .init(
          "CHECKS",
          [("Errors:", .error), ("Warnings:", .warning), ("Notes:", .note)].flatMap(checks)),
      ],
      seeAlso: ["heir(5)", "heir(7)", "heir-rules(7)", "git-config(1)", "gitrevisions(7)", "jq(1)"])
  }

  private static func checks(_ heading: String, _ severity: Diagnostic.Severity) -> [PageEntry] {
    let rules = CheckRule.all.filter { $0.severity == severity }
    return [.text(heading)] + rules.map { .item($0.name.rawValue, $0.summary) }
  }
}
