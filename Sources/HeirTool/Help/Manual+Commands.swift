import Answers
import Cascade
import CommandSpec
import Trees

extension Manual {
  /// The text of `man/heir.1` beside the command table.
  static var ofCommands: Manual {
    Manual(
      source: "heir \(ProgramVersion.sources)",
      description: [
        .text(
          """
          heir resolves cascading configuration and explains every value. A tree of directories contains \
          JSON property files. Each directory is a scope. It inherits the values of its parent directory \
          and may override, extend, stop, lock or exclude them.

          Every command takes the scope first, then keys. A scope is a path from the root of the tree: '/' \
          is the root, '/prod/eu' a scope below. '.' is the scope of the current directory; paths that \
          begin with './' or '../' start there. A key is a path of names with dots, such as 'db.pool.size', \
          or a JSON Pointer, such as '/db/pool/size'. Names with special characters are quoted: \
          'hosts."a.b".port'. Array elements have an index: 'servers.0.name'. heir(5) describes the files \
          with examples, heir-rules(7) the exact rules.

          Options may be before or after the command. '--name=value' and '--name value' are the same. \
          One-letter flags may be joined; only the last may take a value, which is the next argument. '--' \
          ends the options. A command that runs longer than a second shows its progress on standard error \
          if that is a terminal.

          '-o FILE' writes the output to a file. The complete output replaces the old file and keeps its \
          mode; a file with the same content is not touched. If the exit status is 2, or 1 without any \
          output, the file stays unchanged. Links are followed. Devices, pipes and '/dev/stdout' are \
          written directly.
          """)
      ],
      exitStatus: [
        .text(
          """
          0 means success, 1 a negative answer, 2 an error: a wrong command line, a scope that does not \
          exist, a broken file, an input or output error. With 2 standard output is empty, with two \
          exceptions: 'explain' without KEY, 'where' and 'impact' print the values without errors, and \
          output for eval is a line that fails, also with 1. For each command:
          """)
      ] + CommandStatus.all.map { .item($0.commands, $0.words) },
      environment: [
        .item(
          "HEIR_ROOT", "the root of the tree if --root is not given; empty means unset"),
        .item(
          "HEIR_OVERLAYS",
          "overlay trees as absolute paths, separated by colons; --overlay has higher precedence"
        ),
        .item(
          "HEIR_ALLOW_ENV",
          "variables that the tree may read, in addition to --allow-env"
        ),
        .item(
          "PATH",
          "where git and the command of exec are searched; only absolute entries count"
        ),
        .item("NO_COLOR", "turns colour off unless '--color always' is given"),
        .item("TERM", "'dumb' turns colour off unless '--color always' is given"),
      ],
      files: [
        .item(
          ".heir",
          """
          marks the root of a tree; may select property files, ignore directories and add parents to \
          scopes; see heir(5)
          """),
        .item("*.json, *.jsonc", "property files by default; '*.jsonc' may contain comments"),
      ],
      others: [
        variables, formats,
        .init(
          "IN SHELLS",
          [
            .text(
              """
              Set variables in two steps, so that no exit status is lost, even if heir is not installed:

               v=$(heir get /prod --shell host=db.host port=db.port) && eval "$v" || exit

              An assignment on its own keeps the status. Shells lose it in these places, even under 'set -e':
              """)
          ] + ShellPitfalls.all.map { .item($0.written, $0.reason) }),
        .init(
          "OVERLAYS AND VALUES OF THE COMMAND LINE",
          [
            .text(
              """
              Each '--overlay DIR' adds a tree with higher precedence than the trees before it. A stop in an \
              overlay also stops values of these trees. '--overlay -DIR' ignores a missing directory.

              '--set KEY=VALUE' has the highest precedence, in the given scope only. VALUE is JSON if it \
              parses, otherwise a string. It replaces the present value, including an object. \
              '--values FILE' merges the object of a JSON file onto the present values; '--set' and \
              '--values' apply in the given order. Final keys stay as they are; a warning shows both places.

              '--facts FILE' sets no values. Only references to '$facts.KEY' and rules of '.heir' read \
              facts. "--facts 'facts/{scope}.json'" reads one file for each scope. The file '-' of \
              '--values' and '--facts' is standard input.
              """)
          ]),
        .init(
          "COMPARING WITH REVISIONS",
          [
            .text(
              """
              '--against DIR' compares with a copy of the tree, '--since REV' with the tree at a git \
              revision. git reads the revision; nothing is checked out or fetched, and no filters or \
              hooks run. Both sides use the current overlays, '--set' and environment variables. Paths \
              of a revision are printed as 'REV:PATH', as 'git show' accepts them.

              The repository is the one around the root; GIT_DIR is ignored. It must belong to the user or \
              to root, or be listed in 'safe.directory'. In a shallow clone, fetch the revision first: \
              'git fetch --depth=1 origin REV', or 'git fetch --unshallow' for a merge base.
              """)
          ]),
        .init(
          "SECRETS",
          [
            .text(
              """
              Keys in '$secret', and values that depend on them, are masked in reports: in explain, where, \
              diff, impact, log, check, watch, in the notes of edits, and in errors. In JSON, '"secret": true' \
              replaces the value. get, resolve and exec print secrets. A patch with a secret is refused. \
              '--reveal' shows secrets. Errors quote only names and punctuation of a file's lines.
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

/// A construct in which shells lose the exit status of a command, even under `set -e`.
struct ShellPitfalls {
  let written: String
  let reason: String

  private init(_ written: String, _ reason: String) {
    (self.written, self.reason) = (written, reason)
  }

  static var all: [ShellPitfalls] {
    [
      .init("cmd \"$(heir ...)\"", "the status is that of cmd"),
      .init("[ \"$(heir ...)\" = x ]", "[ compares an empty string"),
      .init("case $(heir ...) in", "case matches an empty string"),
      .init("X=$(heir ...) cmd", "the status is that of cmd"),
      .init("export X=$(heir ...)", "the status is that of export"),
      .init("readonly x=$(heir ...)", "the status is that of readonly"),
      .init("local x=$(heir ...)", "the status is that of local"),
      .init("declare x=$(heir ...)", "the status is that of declare"),
      .init("x=$(heir ...)$(cmd)", "the status is that of the last command"),
      .init("for x in $(heir ...)", "the loop has no items and status 0"),
      .init("cmd < <(heir ...)", "the shell does not wait for heir"),
      .init("cmd <<END with $(heir ...)", "the status is that of cmd"),
      .init("heir ... | cmd", "the status is that of the last command, unless pipefail is set"),
      .init(
        "eval \"$(heir ...)\"",
        "if heir is not installed, eval has status 0; if heir fails, eval fails"),
      .init("v=$(heir ...) && cmd", "set -e ignores all but the last command of &&"),
    ]
  }
}
