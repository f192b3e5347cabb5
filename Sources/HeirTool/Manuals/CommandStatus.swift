/// What the statuses of commands mean, which help and heir.1 tell.
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
        "0 every KEY has a value; 1 one has none: nothing is printed; 2 no answer, or --type is broken"
      ),
      CommandStatus(
        "resolve",
        """
        0 printed; 1 KEY has no value, or nothing is left of it, or --verify finds files that are not \
        right; 2 no answer; with --keep-going what is known is printed, with --below the rest rendered
        """),
      CommandStatus(
        "explain",
        """
        0 there is a value; 1 there is none, and the trace is printed; 2 no answer; without KEY \
        what is known is printed
        """),
      CommandStatus(
        "diff", "0 equal, or only --moved; 1 different; 2 no answer, or nobody mentions KEY"),
      CommandStatus("scopes, files, schema, root, completion, help", "0 printed; 2 no answer"),
      CommandStatus(
        "where",
        "0 some scope has a value; 1 none has; 2 some scopes are unresolved, and the rest is printed"
      ),
      CommandStatus(
        "impact",
        """
        0 nothing changes, or --exit-zero; 1 something does; 2 some scopes are unresolved, and \
        the rest is printed
        """),
      CommandStatus(
        "log",
        "0 some revision is told; 1 none is; 2 not all can be told, and what was found is printed"),
      CommandStatus(
        "check", "0 no errors; 1 errors, under --strict warnings, too; 2 the tree cannot be walked"),
      CommandStatus("set, stop", "0 done, or so already; 2 refused, and nothing is written"),
      CommandStatus(
        "tidy",
        """
        0 done, or there is nothing to do; 1 with --dry-run there is something; 2 refused, and nothing \
        is written
        """),
      CommandStatus(
        "declare",
        "0 done, or so already; 1 there is nothing to take out; 2 refused, and nothing is written"),
      CommandStatus(
        "unset, resume", "0 done; 1 there is nothing to take out; 2 refused, nothing is written"),
      CommandStatus(
        "watch", "ends by a signal; 2 it cannot begin or cannot print"),
      CommandStatus(
        "exec",
        "the command's own; 125 no answer; 126 the command cannot be run; 127 it is not found"),
    ]
  }
}
