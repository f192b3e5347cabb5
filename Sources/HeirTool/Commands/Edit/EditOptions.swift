import Cascade
import CommandSpec
import Edits
import Files
import JSONSource
import Trees

/// The options of commands that edit a key.
struct EditOptions {
  let file: [UInt8]?
  let isDryRun: Bool
  let isOnly: Bool
  /// In milliseconds.
  let wait: Int?
  /// nil if the command does not create scopes.
  let creates: Bool?

  static let adding = options(canCreate: true)
  static let removing = options(canCreate: false)

  private static func options(canCreate: Bool) -> Group<EditOptions> {
    Group(
      Option("--file", type: .bytes("NAME", .file), help: "Write to this file of the scope"),
      Flag("--dry-run", help: "Print a patch for 'patch -p1'; write nothing"),
      Flag("--only-here", help: "Refuse if a value of another scope would change"),
      wait, Flag("--create", help: "Create the directories of a new scope"),
      taking: { canCreate || $0 != "--create" },
      make: {
        EditOptions(
          file: $0, isDryRun: $1, isOnly: $2, wait: $3, creates: canCreate ? $4 : nil)
      })
  }

  static let wait = Option(
    "--wait", type: .duration(unit: 1000),
    help: "Wait this long for locks (default 30s; 0: try once)")

  static let reasons = Group(
    Option("--because", type: .text("TEXT"), help: "Write the reason beside the key ('$because')"),
    Option(
      "--until", type: .date, help: "Write the last valid day, in UTC, beside the key ('$until')"),
    make: { EditReasons(because: $0, until: $1) })
}

extension ValueType where Value == [UInt8] {
  fileprivate static func text(_ name: String) -> ValueType {
    ValueType(name, .text) { (bytes) throws(ArgumentProblem) in
      if bytes.isEmpty { throw .empty }
      guard UTF8Sequence.isValid(bytes[...]) else {
        throw .invalid("text is not UTF-8")
      }
      return bytes
    }
  }

  fileprivate static var date: ValueType {
    ValueType("DATE", .text) { (bytes) throws(ArgumentProblem) in
      guard CalendarDate(bytes) != nil else {
        throw .expected("a date such as 2026-12-31")
      }
      return bytes
    }
  }
}

enum ResumeCommand {
  static let command = Command(
    "resume", summary: "Remove a stop marker",
    details: """
      Removes the key from the scope's '$stop' lists. Stops of an enclosing object, stops in \
      ancestors and exclusions stay. If one still removes the key, it is reported.
      """,
    examples: [Example("heir resume /prod/eu db.replica", "Inherit the replica again")],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to inherit again"),
    EditOptions.removing,
    options: CommonOptions.taking(.edit),
    run: { (console, scope, key, edits) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.resume)
    })
}

enum StopCommand {
  static let command = Command(
    "stop", summary: "Stop a scope from inheriting a key",
    details: """
      Adds the key to the '$stop' list of the innermost enclosing object in the file. Values that \
      the scope sets itself stay effective. If the scope inherits nothing under the key, the stop \
      is refused.
      """,
    examples: [
      Example("heir stop /prod/eu db.replica", "Inherit no replica in /prod/eu and below"),
      Example(
        "heir stop /staging mail --because 'no mail from tests'", "Stop a key and give the reason"),
    ],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to stop, with all below it"),
    Flag("--force", help: "Write the stop even if nothing is inherited"), EditOptions.reasons,
    EditOptions.adding,
    options: CommonOptions.taking(.edit),
    run: { (console, scope, key, isForced, reasons, edits) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.stop(reasons, isForced: isForced))
    })
}

enum UnsetCommand {
  static let command = Command(
    "unset", summary: "Remove a value from a scope's file",
    details: """
      Removes the key, its reason and its date from the scope's last file with the key. An object \
      that becomes empty is removed, too, unless it contains a directive; an empty array stays. \
      Included fragments are not changed.
      """,
    examples: [
      Example("heir unset /prod/eu db.port", "Inherit the port again"),
      Example("heir unset /prod db --dry-run", "Print a patch and the affected values"),
    ],
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(.key, help: "Key to remove"),
    EditOptions.removing,
    options: CommonOptions.taking(.edit),
    run: { (console, scope, key, edits) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.unset)
    })
}
