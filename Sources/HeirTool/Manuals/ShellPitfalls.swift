/// Where shells lose the status of a command, and what keeps it; tests run each.
struct ShellPitfalls {
  let losing: String
  let reason: String
  let keeping: String

  static var all: [ShellPitfalls] { [] }
}
