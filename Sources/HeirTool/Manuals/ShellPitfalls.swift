/// Where shells lose the status of a command, even under `set -e`.
struct ShellPitfalls {
  let written: String
  /// What the shell does there.
  let reason: String

  private init(_ written: String, _ reason: String) {
    (self.written, self.reason) = (written, reason)
  }

  static var all: [ShellPitfalls] {
    [
      .init("cmd \"$(heir ...)\"", "the status is that of the command whose argument it is"),
      .init("[ \"$(heir ...)\" = x ]", "[ compares the empty text and answers by that"),
      .init("case $(heir ...) in", "the empty text is one more case"),
      .init("X=$(heir ...) cmd", "a variable before a command has the command's status"),
      .init("export X=$(heir ...)", "the status is that of export"),
      .init("readonly x=$(heir ...)", "the status is that of readonly"),
      .init("local x=$(heir ...)", "the status is that of local"),
      .init("declare x=$(heir ...)", "the status is that of declare"),
      .init("x=$(heir ...)$(cmd)", "the status is that of the last one"),
      .init("for x in $(heir ...)", "the loop goes over nothing, with status 0"),
      .init("cmd < <(heir ...)", "nobody waits for the command"),
      .init("cmd <<END with $(heir ...)", "the status is that of the command that reads it"),
      .init("heir ... | cmd", "the status is that of the last command, unless pipefail is set"),
      .init(
        "eval \"$(heir ...)\"",
        "where heir is missing, eval has nothing to do, with status 0; where heir fails, eval does"),
      .init("v=$(heir ...) && cmd", "set -e looks only at what follows the last &&"),
    ]
  }
}
