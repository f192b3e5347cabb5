import CommandSpec

extension Topics {
  static var exitStatus: Topic {
    Topic(
      "exit-status", summary: "what the exit status of each command means",
      [
        .text(
          """
          0 means answered, 1 answered with no, 2 that there is no answer: a wrong command line, a \
          broken file, an error of input or output. With 2 standard output is empty, but for 'explain' \
          without KEY, 'where' and 'impact', which print what could be worked out, and for what 'eval' \
          is to read.
          """)
      ] + CommandStatus.all.map { .item($0.commands, $0.words) } + [
        .text("Where the reader of a pipe goes away, heir dies of SIGPIPE, quietly.")
      ])
  }
}
