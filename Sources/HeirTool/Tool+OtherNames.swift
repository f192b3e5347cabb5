import CommandSpec
import Queries

extension Tool {
  /// Names for commands from other programs or habit. The answer marks commands that write files of the tree.
  static var otherNames: [OtherNames] {
    [
      OtherNames(
        "show", "cat", "print", "dump", "config", "view", "all", "effective",
        answer: "'heir resolve SCOPE' prints the effective configuration"),
      OtherNames(
        "res",
        answer: "'heir resolve SCOPE' prints the effective configuration, "
          + "'heir resume SCOPE KEY' removes a stop (writes)"),
      OtherNames(
        "value", "values", "fetch", "read", "lookup", "query", "key",
        answer: "'heir get SCOPE KEY' prints a value"),
      OtherNames(
        "keys", "names", "leaves", answer: "'heir resolve SCOPE --keys' prints the keys"),
      OtherNames(
        "list", "ls", "tree", "scope", "dirs",
        answer: "'heir scopes' lists the scopes, 'heir scopes --tree' draws them"),
      OtherNames(
        "lint", "validate", "verify", "test", "doctor",
        answer: "'heir check' reports errors and warnings"),
      OtherNames(
        "unused", "orphans", "stale", "redundant",
        answer: "'heir check' reports entries without effect, 'heir tidy' removes them (writes)"),
      OtherNames("version", "ver", answer: "'heir --version' prints the version"),
      OtherNames(
        "env", "export", "run", "environment",
        answer:
          "'heir exec SCOPE --prefix APP_ -- COMMAND' runs a command with the configuration in "
          + "its environment, 'heir resolve SCOPE --format shell --prefix APP_' prints it for a shell"
      ),
      OtherNames(
        "why", "trace", "origin", "origins", "source", "describe",
        answer: "'heir explain SCOPE KEY' shows where a value comes from"),
      OtherNames(
        "blame", "annotate",
        answer: "'heir explain SCOPE KEY --blame' shows the commits of a value's lines"),
      OtherNames(
        "history", "commits", "revisions", "changelog",
        answer: "'heir log SCOPE KEY' lists the commits that changed a value"),
      OtherNames(
        "status", "uncommitted", "pending",
        answer: "'heir impact --since HEAD' lists the values that uncommitted edits change"),
      OtherNames(
        "compare", "cmp", "changes", "delta",
        answer: "'heir diff SCOPE SCOPE' compares two scopes, "
          + "'heir diff SCOPE --since REV' compares one with a revision"),
      OtherNames(
        "find", "grep", "search", "usage", "uses",
        answer: "'heir where SCOPE KEY' shows where a key is set"),
      OtherNames(
        "html", "page", "graph", "draw",
        answer:
          "'heir where SCOPE KEY --html FILE' and 'heir impact --html FILE' write an HTML page"
      ),
      OtherNames(
        "render", "build", "generate", "compile",
        answer: "'heir resolve SCOPE' prints the effective configuration, "
          + "'heir resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below"),
      OtherNames(
        "template", "templates", "interpolate",
        answer: "'$format' combines values ('heir help directives'), "
          + "'heir resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below"),
      OtherNames(
        "put", "write", "add", "edit", "update", "assign",
        answer: "'heir set SCOPE KEY VALUE' sets a value (writes)"),
      OtherNames(
        "append", "array", "arrays",
        answer:
          "'heir set SCOPE KEY VALUE' sets a value (writes), where the key 'LIST.+' appends to an array; "
          + "'$merge' declares how arrays merge ('heir help directives')"),
      OtherNames(
        "merge",
        answer:
          "'heir resolve SCOPE' prints the merged configuration; '$merge' declares how values merge "
          + "('heir help directives')"),
      OtherNames(
        "fmt", "format",
        answer: "files keep the layout that they are written with; "
          + "'heir resolve SCOPE --format yaml' prints values in another format"),
      OtherNames(
        "override",
        answer: "'heir get SCOPE KEY --set KEY=VALUE' tries a value once, "
          + "'heir set SCOPE KEY VALUE' sets it (writes)"),
      OtherNames(
        "delete", "del", "rm", "remove", "erase",
        answer: "'heir unset SCOPE KEY' removes a value from a file (writes), "
          + "'heir stop SCOPE KEY' stops its inheritance (writes)"),
      OtherNames(
        "rename", "mv", "move", "cp", "copy",
        answer:
          "'heir where / KEY' shows where a key is set, 'heir set SCOPE KEY VALUE' sets the new key "
          + "(writes), 'heir unset SCOPE KEY' removes the old key (writes)"),
      OtherNames(
        "import", "load", "convert", "migrate", "hiera",
        answer: "'heir help coming-from' shows how to convert files of other tools"),
      OtherNames(
        "block", "disable",
        answer: "'heir stop SCOPE KEY' stops the inheritance of a value (writes)"),
      OtherNames(
        "unstop", "unblock", "enable",
        answer: "'heir resume SCOPE KEY' removes a stop (writes)"),
      OtherNames(
        "lock", "final", "freeze", "protect",
        answer: "'heir declare SCOPE KEY --final' prevents descendants from changing a key (writes)"
      ),
      OtherNames(
        "unlock", "unfreeze",
        answer: "'heir declare SCOPE KEY --no-final' lets descendants change a key again (writes)"),
      OtherNames(
        "exclude", "private",
        answer:
          "'heir declare SCOPE KEY --exclude' hides a key from descendants (writes)"),
      OtherNames(
        "secret", "secrets", "mask", "hide",
        answer: "'heir declare SCOPE KEY --secret' masks a key in reports (writes)"),
      OtherNames(
        "type", "document", "deprecate", "annotation",
        answer: "'heir declare SCOPE KEY --type TYPE --about TEXT' describes a key (writes)"),
      OtherNames(
        "clean", "prune", "dedupe", "simplify",
        answer: "'heir tidy' removes entries without effect (writes), "
          + "'heir tidy --dry-run' prints a patch"),
      OtherNames(
        "follow", "monitor", "tail", answer: "'heir watch SCOPE' reports changes as they happen"),
      OtherNames(
        "init", "new", "create",
        answer: "create an empty file '.heir' to make a directory the root of a tree"),
      OtherNames("man", "manual", "info", answer: "'heir help' lists the commands"),
    ] + otherOptions
  }

  private static var otherOptions: [OtherNames] {
    [
      OtherNames("-n", with: "--dry-run", answer: "'--dry-run' writes nothing"),
      OtherNames(
        "--virtual", with: "--create",
        answer: "use '--create' to create the directories of a new scope"),
      OtherNames(
        "-f", "--output-format", with: "--format", answer: "use '--format' to choose a format"),
      OtherNames(
        "--all", "--recursive", "--tree", "--everything", with: "--origins",
        answer:
          "'heir resolve SCOPE' prints all values of one scope, 'heir where / KEY' shows one key "
          + "in all scopes, 'heir resolve / --below -o DIR/{scope}.json' renders a file for each scope"
      ),
      OtherNames(
        "--env", "--envfile", "--env-file", "--environment", "--vars", "--variables", "--sh",
        "--bash", "--zsh", "--posix", with: "--origins",
        answer:
          "formats of variables: 'dotenv' for '.env' files, 'docker' for '--env-file', 'systemd' for "
          + "'EnvironmentFile=', 'shell' for eval; 'heir exec SCOPE --prefix APP_ -- COMMAND' runs a command with variables"
      ),
      OtherNames(
        "-r", "--raw", "--raw-output", with: "--exists",
        answer: "strings are printed raw unless '--json' is given"),
      OtherNames(
        "--node", "--scope", "--key", answer: "SCOPE and KEY are arguments: 'heir get SCOPE KEY'"),
      OtherNames(
        "--explain", "--show-origin",
        answer: "'heir explain SCOPE KEY' shows where a value comes from"),
      OtherNames(
        "--merge", answer: "'$merge' declares how values merge ('heir help directives')"),
    ]
  }
}
