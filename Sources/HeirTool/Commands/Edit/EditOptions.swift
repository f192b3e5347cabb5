import Answers
import Cascade
import CommandSpec
import JSONSource

/// The options of commands that edit a key.
struct EditOptions {
  let file: [UInt8]?
  let creates: Bool
  let takesCreate: Bool
  let isDryRun: Bool
  let isOnly: Bool
  /// In milliseconds.
  let wait: Int?

  static let group = Group(
    removing,
    Flag("--create", help: "Create the directories of a new scope"),
    make: { (options, creates) throws(UsageError) in
      EditOptions(
        file: options.file, creates: creates, takesCreate: true, isDryRun: options.isDryRun,
        isOnly: options.isOnly,
        wait: options.wait)
    })

  static let removing = Group(
    Option(
      "--file", type: .bytes("NAME", .file),
      help: "Write to this file of the scope"),
    Flag("--dry-run", help: "Print a patch for 'patch -p1'; write nothing"),
    Flag(
      "--only-here", deprecated: "--only", help: "Refuse if a value of another scope would change"),
    wait,
    make: { (file, isDryRun, isOnly, wait) throws(UsageError) in
      EditOptions(
        file: file, creates: false, takesCreate: false, isDryRun: isDryRun, isOnly: isOnly,
        wait: wait)
    })

  static let wait = Option(
    "--wait", type: .duration(unit: 1000),
    help: "Wait this long for locks (default 30s; 0: try once)")

  static let reasons = Group(
    Option("--because", type: .text("TEXT"), help: "Write the reason beside the key ('$because')"),
    Option(
      "--until", type: .date, help: "Write the last valid day, in UTC, beside the key ('$until')"),
    make: { (because, until) throws(UsageError) in
      EditReasons(because: because, until: until)
    })
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
