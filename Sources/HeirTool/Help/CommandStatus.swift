/// The exit statuses of commands, for help and heir(1).
struct CommandStatus {
  let commands: String
  let words: String

  init(_ commands: String, _ words: String) {
    (self.commands, self.words) = (commands, words)
  }

  static var all: [CommandStatus] {
    [
      CommandStatus(
        "get",
        "0 all keys have values; 1 a key has none, nothing is printed; 2 error, or a value of another type than --type"
      ),
      CommandStatus(
        "resolve",
        """
        0 printed; 1 KEY has no value, options leave out all of it, or --verify finds outdated files; \
        2 error; --keep-going prints the values without errors, --below renders the other scopes
        """),
      CommandStatus(
        "explain",
        """
        0 KEY has a value; 1 it has none, the levels are printed; 2 error; without KEY, values without \
        errors are printed
        """),
      CommandStatus(
        "diff", "0 equal, or only moved; 1 different; 2 error, or KEY does not exist"),
      CommandStatus("scopes, files, schema, root, completion, help", "0 printed; 2 error"),
      CommandStatus(
        "where",
        "0 a scope has a value; 1 none has; 2 scopes have errors, the others are printed"
      ),
      CommandStatus(
        "impact",
        """
        0 nothing changes, or --exit-zero; 1 something changes; 2 scopes have errors, the others are \
        printed
        """),
      CommandStatus(
        "log",
        "0 commits are listed; 1 none; 2 error; commits found so far are printed"),
      CommandStatus(
        "check", "0 no errors; 1 errors (with --strict, also warnings); 2 the tree cannot be read"),
      CommandStatus("set, stop", "0 done, or no change needed; 2 refused, nothing is written"),
      CommandStatus(
        "tidy",
        """
        0 done, or nothing to remove; 1 with --dry-run, something to remove; 2 refused, nothing is written
        """),
      CommandStatus(
        "declare",
        "0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written"),
      CommandStatus(
        "unset, resume", "0 done; 1 nothing to remove; 2 refused, nothing is written"),
      CommandStatus(
        "watch", "ends by a signal; 2 cannot start or print"),
      CommandStatus(
        "exec",
        "that of the command; 125 error of heir; 126 the command cannot be run; 127 it is not found"
      ),
    ]
  }
}
