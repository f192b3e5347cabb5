import Cascade
import CommandSpec
import Edits
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

  init(_ arguments: Arguments, canCreate: Bool) throws(UsageError) {
    file = try arguments.option(
      "--file", type: .bytes("NAME", .file), help: "Write to this file of the scope")
    isDryRun = arguments.flag("--dry-run", help: "Print a patch for 'patch -p1'; write nothing")
    isOnly = arguments.flag("--only-here", help: "Refuse if a value of another scope would change")
    wait = try arguments.lockTime()
    creates =
      canCreate
      ? arguments.flag("--create", help: "Create the directories of a new scope") : nil
  }
}

extension Arguments {
  func lockTime() throws(UsageError) -> Int? {
    try option(
      "--wait", type: .duration(unit: 1000),
      help: "Wait this long for locks (default 30s; 0: try once)")
  }

  func editReasons() throws(UsageError) -> EditReasons {
    EditReasons(
      because: try option(
        "--because", type: .text("TEXT"), help: "Write the reason beside the key ('$because')"),
      until: try option(
        "--until", type: .date, help: "Write the last valid day, in UTC, beside the key ('$until')")
    )
  }
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
    exitStatus: UnsetCommand.exitStatus
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(.key, help: "Key to inherit again")
    let edits = try EditOptions(arguments, canCreate: false)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.resume)
    }
  }
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
    exitStatus: SetCommand.exitStatus
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(.key, help: "Key to stop, with all below it")
    let isForced = arguments.flag("--force", help: "Write the stop even if nothing is inherited")
    let reasons = try arguments.editReasons()
    let edits = try EditOptions(arguments, canCreate: true)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.stop(reasons, isForced: isForced))
    }
  }
}

enum UnsetCommand {
  static let exitStatus = "0 done; 1 nothing to remove; 2 refused, nothing is written"

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
    exitStatus: exitStatus
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(.key, help: "Key to remove")
    let edits = try EditOptions(arguments, canCreate: false)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      try EditRun(console, scope, key, edits).run(.unset)
    }
  }
}
