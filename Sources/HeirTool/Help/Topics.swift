import CommandSpec
import Trees

/// The pages of `heir help TOPIC` and of `man/heir.7`.
enum Topics {
  static func all(commonOptions: @escaping @Sendable () -> [PageEntry]) -> [Topic] {
    [
      directives, keys, scopes, options(commonOptions), recipes, formats, scripts, comingFrom,
      exitStatus,
    ]
  }

  static func page(
    _ name: String, summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) -> Topic {
    Topic(name, summary: summary, PageSection.all(in: text()))
  }

  private static func options(_ common: @escaping @Sendable () -> [PageEntry]) -> Topic {
    Topic(
      Table.commonOptionsName, summary: "Options of all or many commands",
      [
        PageSection(
          "",
          PageEntry.all(
            in: """
              'heir COMMAND -h' lists the options of one command. Options may be before or after the command.
              """) + common())
      ])
  }

  static let exitStatus = page(
    Table.exitStatusName, summary: "Exit statuses of each command",
    """
    0 means success, 1 a negative answer, 2 an error: a wrong command line, a scope that does not
    exist, a broken file, an input or output error. With 2 standard output is empty, with two
    exceptions: 'explain' without KEY, 'where' and 'impact' print the values without errors, and
    output for eval is a line that fails, also with 1. For each command:

    - get → 0 all keys have values; 1 a key has none, nothing is printed; 2 error, or a value of
      another type than --type
    - resolve → 0 printed; 1 KEY has no value, options leave out all of it, or --verify finds
      outdated files; 2 error; --keep-going prints the values without errors, --below renders the
      other scopes
    - explain → 0 KEY has a value; 1 it has none, the levels are printed; 2 error; without KEY,
      values without errors are printed
    - diff → 0 equal, or only moved; 1 different; 2 error, or KEY does not exist
    - scopes, files, schema, root, completion, help → 0 printed; 2 error
    - where → 0 a scope has a value; 1 none has; 2 scopes have errors, the others are printed
    - impact → 0 nothing changes, or --exit-zero; 1 a value changes, or a scope is added or removed;
      2 scopes have errors, the others are printed
    - log → 0 commits are listed; 1 none; 2 error; commits found so far are printed
    - check → 0 no errors; 1 errors (with --strict, also warnings); 2 the tree cannot be read
    - set, stop → 0 done, or no change needed; 2 refused, nothing is written
    - tidy → 0 done, or nothing to remove; 1 with --dry-run, something to remove; 2 refused, nothing
      is written
    - declare → 0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written
    - unset, resume → 0 done; 1 nothing to remove; 2 refused, nothing is written
    - watch → ends by a signal; 2 cannot start or print
    - exec → that of the command; 125 error of heir; 126 the command cannot be run; 127 it is not
      found

    If the reader of a pipe exits, heir ends by SIGPIPE without a message.
    """)
}
