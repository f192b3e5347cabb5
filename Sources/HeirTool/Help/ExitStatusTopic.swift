import CommandSpec

extension Topics {
  static var exitStatus: Topic {
    Topic(
      "exit-status", summary: "Exit statuses of each command",
      [
        .text(
          """
          0 means success, 1 a negative answer, 2 an error: a wrong command line, a broken file, an \
          input or output error. With status 2, standard output is empty, with two exceptions: \
          'explain' without KEY, 'where' and 'impact' print the values without errors, and output for \
          eval is a line that fails.
          """)
      ] + CommandStatus.all.map { .item($0.commands, $0.words) } + [
        .text("If the reader of a pipe exits, heir ends by SIGPIPE without a message.")
      ])
  }
}
