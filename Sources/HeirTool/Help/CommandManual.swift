import CommandSpec
import Output

/// The text of `man/heir.1` beside the command table.
enum CommandManual {
  /// The first section is the description.
  static func sections(of table: Table) -> [PageSection] {
    let parts = PageSection.all(in: text(table.exitStatuses))
    return parts.prefix(1) + [PageSection(Table.commonOptionsHeading, table.commonOptions)]
      + parts.dropFirst()
  }

  private static func listed(_ reserved: ReservedNames) -> String {
    "\(reserved.names.joined(separator: " "))\n\nand every name that begins with "
      + "\(reserved.prefixes.joined(separator: ", "))."
  }

  private static func text(_ statuses: [(names: String, text: String)]) -> String {
    #"""
    heir resolves cascading configuration and explains every value. A tree of directories contains
    JSON property files. Each directory is a scope. It inherits the values of its parent directory
    and may override, extend, stop, lock or exclude them.

    Every command takes the scope first, then keys. A scope is a path from the root of the tree: '/'
    is the root, '/prod/eu' a scope below. '.' is the scope of the current directory; paths that
    begin with './' or '../' start there. A key is a path of names with dots, such as
    'db.pool.size', or a JSON Pointer, such as '/db/pool/size'. Names with special characters are
    quoted: 'hosts."a.b".port'. Array elements have an index: 'servers.0.name'. heir(5) describes
    the files with examples, heir-rules(7) the exact rules.

    Options may be before or after the command. '--name=value' and '--name value' are the same.
    One-letter flags may be joined; only the last may take a value, which is the next argument. '--'
    ends the options. A command that runs longer than a second shows its progress on standard error
    if that is a terminal.

    '-o FILE' writes the output to a file. The complete output replaces the old file and keeps its
    mode; a file with the same content is not touched. If the exit status is 2, or 1 without any
    output, the file stays unchanged. Links are followed. Devices, pipes and '/dev/stdout' are
    written directly.

    # EXIT STATUS

    0 means success, 1 a negative answer, 2 an error: a wrong command line, a scope that does not
    exist, a broken file, an input or output error. With 2 standard output is empty, with two
    exceptions: 'explain' without KEY, 'where' and 'impact' print the values without errors, and
    output for eval is a line that fails, also with 1. For each command:

    \#(statuses.map { "- \($0.names) → \($0.text)" }.joined(separator: "\n"))

    If the reader of a pipe exits, heir ends by SIGPIPE without a message.

    # ENVIRONMENT

    - HEIR_ROOT → the root of the tree if --root is not given; empty means unset
    - HEIR_OVERLAYS → overlay trees as absolute paths, separated by colons; --overlay has higher
      precedence
    - HEIR_ALLOW_ENV → variables that the tree may read, in addition to --allow-env
    - PATH → where git and the command of exec are searched; only absolute entries count
    - NO_COLOR → turns colour off unless '--color always' is given
    - TERM → 'dumb' turns colour off unless '--color always' is given

    # FILES

    - .heir → marks the root of a tree; may select property files, ignore directories and add
      parents to scopes; see heir(5)
    - *.json, *.jsonc → property files by default; '*.jsonc' may contain comments

    # VARIABLES

    The formats shell, fish, dotenv, docker, systemd and github of 'resolve' need '--prefix'; 'exec'
    accepts it. A variable is named after its key: the prefix, then the names below KEY joined by
    '_', in capitals. Bytes other than ASCII letters, digits and '_' become '_'.

    These are errors: two keys with the same variable name, a name that begins with a digit, a value
    with NUL, and a name with a meaning for shells or the loader (also with 'get --shell' and 'exec
    --map'):

    \#(listed(.shells))

    These names make programs run or load code. 'exec --prefix' refuses them; '--map' and
    '--optional' accept them:

    \#(listed(.programs))

    No such list is complete: with an empty prefix, the author of the tree chooses the names.

    These names have a meaning in fish and are refused for fish, also by 'get --fish':

    \#(listed(FishText.reserved))

    GitHub Actions reserves these names, in upper and lower case:

    \#(listed(GitHubText.reserved))

    Null becomes 'unset NAME', in fish 'set -e NAME'. In fish, use 'heir ... --fish ... | source; or
    exit' or 'eval (heir ...)'; on a failure the output is a line that sets the status. Variables are
    global in fish; 'resolve' exports them, 'get' does so with --export. heir(7), SCRIPTS, lists where
    shells lose an exit status, and FORMATS has the details of each format.

    # COMPARING WITH REVISIONS

    '--against DIR' compares with a copy of the tree, '--since REV' with the tree at a git revision.
    git reads the revision; nothing is checked out or fetched, and no filters or hooks run. Both
    sides use the current overlays, '--set' and environment variables. Paths of a revision are
    printed as 'REV:PATH', as 'git show' accepts them.

    The repository is the one around the root; GIT_DIR is ignored. It must belong to the user or to
    root, or be listed in 'safe.directory'. In a shallow clone, fetch the revision first: 'git fetch
    --depth=1 origin REV', or 'git fetch --unshallow' for a merge base.

    # SECRETS

    Keys in '$secret', and values that depend on them, are masked in reports: in explain, where,
    diff, impact, log, check, watch, in the notes of edits, and in errors. In JSON, '"secret": true'
    replaces the value. get, resolve and exec print secrets. A patch with a secret is refused.
    '--reveal' shows secrets. Errors quote only names and punctuation of a file's lines.

    # OTHER PAGES

    - recipes, migration, axes, defaults, rename, rendering, history, editors → heir(7), RECIPES: step by
      step, with files and output
    - hiera, reclass, helm, ansible, kustomize → heir(7), COMING FROM OTHER TOOLS
    - files, inheritance, parents, overlays, limits → heir(5): examples of files, directives and
      computed values
    - rules, merging, precedence, masking, conformance → heir-rules(7): the exact rules
    """#
  }
}
