/// Lines for fish 3.0 and later.
package enum FishText {
  /// Names that fish reserves in addition to other shells; see heir(1).
  package static let reserved = ReservedNames(
    "status_generation version umask hostname last_pid dirprev dirnext CMD_DURATION",
    beginning: ["fish_", "__fish_", "FISH_"], why: "is reserved by fish")

  /// A line for `source`, and for `eval`, which joins lines with spaces and so needs the `;`. `-g` makes the variable
  /// outlive a sourced file.
  package static func line(_ variable: Assignment, isExported: Bool) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else {
      return Array("set -e ".utf8) + name + Array(";\n".utf8)
    }
    // Fish splits variables whose names end in PATH.
    let isPath = name.suffix(4).elementsEqual("PATH".utf8)
    let start = "set -g\(isExported ? "x" : "") \(isPath ? "--unpath " : "")"
    return Array(start.utf8) + name + [UInt8(ascii: " ")] + quoted(text) + Array(";\n".utf8)
  }

  /// Makes the lines succeed: `set` keeps the status before it, and erasing a missing variable fails.
  package static let end = Array("true;\n".utf8)

  /// In single quotes only `\\` and `\'` are escapes; a newline is outside of them, as `\n`.
  package static func quoted(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    let body = text.flatMap { byte -> [UInt8] in
      switch byte {
      case quote: Array("\\'".utf8)
      case UInt8(ascii: "\\"): Array("\\\\".utf8)
      case 0x0A: Array("'\\n'".utf8)
      default: [byte]
      }
    }
    return [quote] + body + [quote]
  }
}
