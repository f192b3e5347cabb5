import CommandSpec

extension Tool {
  /// Names for commands from other programs or habit. The answer marks commands that write files of the tree.
  static var otherNames: [ForeignCommands] {
    [
      ForeignCommands(
        "show", "cat", "print", "dump", "config", "view", "all", "effective",
        answer: "'heir resolve SCOPE' prints the effective configuration"),
      ForeignCommands(
        "res",
        answer: "'heir resolve SCOPE' prints the effective configuration, "
          + "'heir resume SCOPE KEY' removes a stop (writes)"),
      ForeignCommands(
        "value", "values", "fetch", "read", "lookup", "query", "key",
        answer: "'heir get SCOPE KEY' prints a value"),
      ForeignCommands(
        "keys", "names", "leaves", answer: "'heir resolve SCOPE --keys' prints the keys"),
      ForeignCommands(
        "list", "ls", "tree", "scope", "dirs",
        answer: "'heir scopes' lists the scopes, 'heir scopes --tree' draws them"),
      ForeignCommands(
        "lint", "validate", "verify", "test", "doctor",
        answer: "'heir check' reports errors and warnings"),
      ForeignCommands(
        "unused", "orphans", "stale", "redundant",
        answer: "'heir check' reports entries without effect, 'heir tidy' removes them (writes)"),
      ForeignCommands("version", "ver", answer: "'heir --version' prints the version"),
      ForeignCommands(
        "env", "export", "run", "environment",
        answer:
          "'heir exec SCOPE --prefix APP_ -- COMMAND' runs a command with the configuration in "
          + "its environment, 'heir resolve SCOPE --format shell --prefix APP_' prints it for a shell"
      ),
      ForeignCommands(
        "why", "trace", "origin", "origins", "source", "describe",
        answer: "'heir explain SCOPE KEY' shows where a value comes from"),
      ForeignCommands(
        "blame", "annotate",
        answer: "'heir explain SCOPE KEY --blame' shows the commits of a value's lines"),
      ForeignCommands(
        "history", "commits", "revisions", "changelog",
        answer: "'heir log SCOPE KEY' lists the commits that changed a value"),
      ForeignCommands(
        "status", "uncommitted", "pending",
        answer: "'heir impact --since HEAD' lists the values that uncommitted edits change"),
      ForeignCommands(
        "compare", "cmp", "changes", "delta",
        answer: "'heir diff SCOPE SCOPE' compares two scopes, "
          + "'heir diff SCOPE --since REV' compares one with a revision"),
      ForeignCommands(
        "find", "grep", "search", "usage", "uses",
        answer: "'heir where SCOPE KEY' shows where a key is set"),
      ForeignCommands(
        "html", "page", "graph", "draw",
        answer:
          "'heir where SCOPE KEY --html FILE' and 'heir impact --html FILE' write an HTML page"
      ),
      ForeignCommands(
        "render", "build", "generate", "compile",
        answer: "'heir resolve SCOPE' prints the effective configuration, "
          + "'heir resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below"),
      ForeignCommands(
        "template", "templates", "interpolate",
        answer: "'$format' combines values ('heir help directives'), "
          + "'heir resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below"),
      ForeignCommands(
        "put", "write", "add", "edit", "update", "assign",
        answer: "'heir set SCOPE KEY VALUE' sets a value (writes)"),
      ForeignCommands(
        "append", "array", "arrays",
        answer:
          "'heir set SCOPE KEY VALUE' sets a value (writes), where the key 'LIST.+' appends to an array; "
          + "'$merge' declares how arrays merge ('heir help directives')"),
      ForeignCommands(
        "merge",
        answer:
          "'heir resolve SCOPE' prints the merged configuration; '$merge' declares how values merge "
          + "('heir help directives')"),
      ForeignCommands(
        "fmt", "format",
        answer: "files keep the layout that they are written with; "
          + "'heir resolve SCOPE --format yaml' prints values in another format"),
      ForeignCommands(
        "override",
        answer: "'heir get SCOPE KEY --set KEY=VALUE' tries a value once, "
          + "'heir set SCOPE KEY VALUE' sets it (writes)"),
      ForeignCommands(
        "delete", "del", "rm", "remove", "erase",
        answer: "'heir unset SCOPE KEY' removes a value from a file (writes), "
          + "'heir stop SCOPE KEY' stops its inheritance (writes)"),
      ForeignCommands(
        "rename", "mv", "move", "cp", "copy",
        answer:
          "'heir where / KEY' shows where a key is set, 'heir set SCOPE KEY VALUE' sets the new key "
          + "(writes), 'heir unset SCOPE KEY' removes the old key (writes)"),
      ForeignCommands(
        "import", "load", "convert", "migrate", "hiera",
        answer: "'heir help coming-from' shows how to convert files of other tools"),
      ForeignCommands(
        "block", "disable",
        answer: "'heir stop SCOPE KEY' stops the inheritance of a value (writes)"),
      ForeignCommands(
        "unstop", "unblock", "enable",
        answer: "'heir resume SCOPE KEY' removes a stop (writes)"),
      ForeignCommands(
        "lock", "final", "freeze", "protect",
        answer: "'heir declare SCOPE KEY --final' prevents descendants from changing a key (writes)"
      ),
      ForeignCommands(
        "unlock", "unfreeze",
        answer: "'heir declare SCOPE KEY --no-final' lets descendants change a key again (writes)"),
      ForeignCommands(
        "exclude", "private",
        answer:
          "'heir declare SCOPE KEY --exclude' hides a key from descendants (writes)"),
      ForeignCommands(
        "secret", "secrets", "mask", "hide",
        answer: "'heir declare SCOPE KEY --secret' masks a key in reports (writes)"),
      ForeignCommands(
        "type", "document", "deprecate", "annotation",
        answer: "'heir declare SCOPE KEY --type TYPE --about TEXT' describes a key (writes)"),
      ForeignCommands(
        "clean", "prune", "dedupe", "simplify",
        answer: "'heir tidy' removes entries without effect (writes), "
          + "'heir tidy --dry-run' prints a patch"),
      ForeignCommands(
        "follow", "monitor", "tail", answer: "'heir watch SCOPE' reports changes as they happen"),
      ForeignCommands(
        "init", "new", "create",
        answer: "create an empty file '.heir' to make a directory the root of a tree"),
      ForeignCommands("man", "manual", "info", answer: "'heir help' lists the commands"),
    ] + otherOptions
  }

  private static var otherOptions: [ForeignCommands] {
    [
      ForeignCommands("-n", with: "--dry-run", answer: "'--dry-run' writes nothing"),
      ForeignCommands(
        "--virtual", with: "--create",
        answer: "use '--create' to create the directories of a new scope"),
      ForeignCommands(
        "-f", "--output-format", with: "--format", answer: "use '--format' to choose a format"),
      ForeignCommands(
        "--all", "--recursive", "--tree", "--everything", with: "--origins",
        answer:
          "'heir resolve SCOPE' prints all values of one scope, 'heir where / KEY' shows one key "
          + "in all scopes, 'heir resolve / --below -o DIR/{scope}.json' renders a file for each scope"
      ),
      ForeignCommands(
        "--env", "--envfile", "--env-file", "--environment", "--vars", "--variables", "--sh",
        "--bash", "--zsh", "--posix", with: "--origins",
        answer:
          "formats of variables: 'dotenv' for '.env' files, 'docker' for '--env-file', 'systemd' for "
          + "'EnvironmentFile=', 'shell' for eval; 'heir exec SCOPE --prefix APP_ -- COMMAND' runs a command with variables"
      ),
      ForeignCommands(
        "-r", "--raw", "--raw-output", with: "--exists",
        answer: "strings are printed raw unless '--json' is given"),
      ForeignCommands(
        "--node", "--scope", "--key", answer: "SCOPE and KEY are arguments: 'heir get SCOPE KEY'"),
      ForeignCommands(
        "--explain", "--show-origin",
        answer: "'heir explain SCOPE KEY' shows where a value comes from"),
      ForeignCommands(
        "--merge", answer: "'$merge' declares how values merge ('heir help directives')"),
    ]
  }
}
