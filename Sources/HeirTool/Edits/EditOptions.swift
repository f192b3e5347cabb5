import Cascade
import Change
import CommandSpec
import JSONSource
import Reports

/// How the commands that edit one key write.
struct EditOptions {
  /// The name of the scope's file.
  let file: [UInt8]?
  let creates: Bool
  /// Whether the command has an option for that.
  let takesCreate: Bool
  let isDryRun: Bool
  let isOnly: Bool
  /// In milliseconds.
  let wait: Int?

  /// Of edits that put something in.
  static let group = Group(
    removing,
    Flag("--create", help: "makes the directories of a scope that does not exist"),
    make: { (options, creates) throws(UsageError) in
      EditOptions(
        file: options.file, creates: creates, takesCreate: true, isDryRun: options.isDryRun,
        isOnly: options.isOnly,
        wait: options.wait)
    })

  /// Of edits that take something out.
  static let removing = Group(
    Option(
      "--file", type: .bytes("NAME", .file),
      help: "the scope's file to write; else the last that has the key, or what is around it"),
    Flag("--dry-run", help: "writes nothing; prints a patch for 'patch -p1'"),
    Flag("--only", help: "refuses if an effective value of another scope would change"),
    wait,
    make: { (file, isDryRun, isOnly, wait) throws(UsageError) in
      EditOptions(
        file: file, creates: false, takesCreate: false, isDryRun: isDryRun, isOnly: isOnly,
        wait: wait)
    })

  /// How long a command that writes waits for others.
  static let wait = Option(
    "--wait", type: .duration(unit: 1000),
    help: "how long to wait for directories that others lock; 30s is the default, 0 tries once")

  /// Why and until when, as the options of an edit that overrides say.
  static let reasons = Group(
    Option("--because", type: .text("TEXT"), help: "writes why, beside the key"),
    Option("--until", type: .date, help: "writes its last day (UTC), after which check complains"),
    make: { (because, until) throws(UsageError) in
      EditReasons(because: because, until: until)
    })
}

extension ValueType where Value == [UInt8] {
  fileprivate static func text(_ name: String) -> ValueType {
    ValueType(name, .text) { (bytes) throws(ArgumentProblem) in
      if bytes.isEmpty { throw .empty }
      guard UTF8Sequence.isValid(bytes[...]) else {
        throw .invalid("it is not UTF-8")
      }
      return bytes
    }
  }

  fileprivate static var date: ValueType {
    ValueType("DATE", .text) { (bytes) throws(ArgumentProblem) in
      guard CalendarDate(bytes) != nil else {
        throw .expected("a day such as 2026-12-31")
      }
      return bytes
    }
  }
}
