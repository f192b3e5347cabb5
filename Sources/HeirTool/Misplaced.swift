import Cascade
import CommandSpec
import Legible

/// Notices a key where a scope belongs.
enum Misplaced {
  /// The corrected line, when the only argument of a command that wants a scope and a key looks like a key.
  static func note(_ arguments: [[UInt8]], _ error: UsageError) -> String? {
    guard case .missingArguments(["KEY"], _) = error, let argument = arguments.last,
      arguments.count > 1, argument.first != UInt8(ascii: "-"),
      !argument.contains(UInt8(ascii: "/")), argument != [UInt8(ascii: ".")]
    else { return nil }
    let before = arguments.dropLast().map { Printable.string($0) }.joined(separator: " ")
    let key = Printable.string(argument)
    return "the scope comes first; for the key '\(key)' in the root: heir \(before) / \(key)"
  }
}
