/// A construct in which shells lose the exit status of a command, even under `set -e`.
struct ShellPitfalls {
  let written: String
  let reason: String

  private init(_ written: String, _ reason: String) {
    (self.written, self.reason) = (written, reason)
  }

  static var all: [ShellPitfalls] {
    [
      .init("cmd \"$(heir ...)\"", "the status is that of cmd"),
      .init("[ \"$(heir ...)\" = x ]", "[ compares an empty string"),
      .init("case $(heir ...) in", "case matches an empty string"),
      .init("X=$(heir ...) cmd", "the status is that of cmd"),
      .init("export X=$(heir ...)", "the status is that of export"),
      .init("readonly x=$(heir ...)", "the status is that of readonly"),
      .init("local x=$(heir ...)", "the status is that of local"),
      .init("declare x=$(heir ...)", "the status is that of declare"),
      .init("x=$(heir ...)$(cmd)", "the status is that of the last command"),
      .init("for x in $(heir ...)", "the loop has no items and status 0"),
      .init("cmd < <(heir ...)", "the shell does not wait for heir"),
      .init("cmd <<END with $(heir ...)", "the status is that of cmd"),
      .init("heir ... | cmd", "the status is that of the last command, unless pipefail is set"),
      .init(
        "eval \"$(heir ...)\"",
        "if heir is not installed, eval has status 0; if heir fails, eval fails"),
      .init("v=$(heir ...) && cmd", "set -e ignores all but the last command of &&"),
    ]
  }
}
