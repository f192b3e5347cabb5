import CommandSpec
import Queries

extension Tool {
  /// What other programs call what a command does here.
  static var otherNames: [OtherNames] {
    [
      OtherNames(
        "show", "cat", "print", "dump", "config", "view", "all", "render", "effective",
        answer: "'heir resolve SCOPE' prints the effective configuration"),
      OtherNames(
        "value", "values", "fetch", "read", "lookup", "query", "key",
        answer: "'heir get SCOPE KEY' prints a value"),
      OtherNames(
        "keys", "names", "leaves", answer: "'heir resolve SCOPE --names' prints the keys"),
      OtherNames(
        "list", "ls", "tree", "scope", "dirs", answer: "'heir scopes' lists the scopes"),
      OtherNames(
        "lint", "validate", "verify", "test", "doctor",
        answer: "'heir check' tells what is wrong or doubtful"),
      OtherNames("version", "ver", answer: "'heir --version' prints the version"),
      OtherNames(
        "env", "export", "run", "environment",
        answer: "'heir exec' runs a command with the configuration in its environment, "
          + "and 'heir resolve --format shell' prints it for a shell"),
      OtherNames(
        "why", "trace", "origin", "origins", "blame", "source",
        answer: "'heir explain SCOPE KEY' tells where a value comes from"),
      OtherNames(
        "compare", "cmp", "changes", "delta",
        answer: "'heir diff SCOPE SCOPE' tells what differs between two scopes"),
      OtherNames(
        "find", "grep", "search", "who", "usage", "uses",
        answer: "'heir where SCOPE KEY' shows who sets a key"),
      OtherNames(
        "put", "write", "add", "edit", "update", "assign",
        answer: "'heir set SCOPE KEY VALUE' writes a value"),
      OtherNames(
        "delete", "del", "rm", "remove", "erase",
        answer: "'heir unset SCOPE KEY' takes a value out of a file, "
          + "and 'heir stop SCOPE KEY' keeps one from being inherited"),
      OtherNames(
        "rename", "mv", "move", "cp", "copy",
        answer:
          "'heir where / KEY' shows who sets a key, 'heir set SCOPE KEY VALUE' writes the new "
          + "one, and 'heir unset SCOPE KEY' takes the old one out"),
      OtherNames(
        "import", "load", "convert",
        answer: "a JSON file in a scope's directory is read as it is, and 'yq -o json' makes one "
          + "of YAML; 'heir files SCOPE' lists what is read"),
      OtherNames(
        "block", "mask", "disable",
        answer: "'heir stop SCOPE KEY' keeps a value from being inherited"),
      OtherNames(
        "unstop", "unblock", "enable",
        answer: "'heir resume SCOPE KEY' takes a stop marker out"),
      OtherNames(
        "clean", "prune", "dedupe", "simplify",
        answer: "'heir tidy' takes out what changes nothing"),
      OtherNames(
        "follow", "monitor", "tail", answer: "'heir watch SCOPE' reports changes as they happen"),
      OtherNames(
        "init", "new", "create",
        answer: "a tree needs none: an empty file '.heir' marks its root"),
      OtherNames("man", "manual", "info", answer: "'heir help' tells about all commands"),
    ]
  }
}
