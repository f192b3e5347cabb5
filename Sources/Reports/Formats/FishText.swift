import Sessions

/// What fish reads, from version 3.0 on.
package enum FishText {
  /// Names that fish gives a meaning, beside those that mean something to other shells; heir.1 shows them.
  package static let reserved = ReservedNames(
    [
      "status_generation", "version", "umask", "hostname", "last_pid", "dirprev", "dirnext",
      "CMD_DURATION",
    ], beginning: ["fish_", "__fish_", "FISH_"], why: "is reserved by fish")

  /// A line for `source` and for `eval` alike: the latter joins lines by spaces, so that each ends with `;`
  /// and none holds another. `-g`, since a variable of the file that is read would end with it.
  package static func line(_ variable: Assignment, isExported: Bool) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else {
      return Array("set -e ".utf8) + name + Array(";\n".utf8)
    }
    // Fish splits what it takes for a list of directories.
    let isPath = name.suffix(4).elementsEqual("PATH".utf8)
    return Array("set -g".utf8) + Array((isExported ? "x " : " ").utf8)
      + Array((isPath ? "--unpath " : "").utf8) + name + [UInt8(ascii: " ")] + quoted(text)
      + Array(";\n".utf8)
  }

  /// What all lines end with, so that they succeed: `set` leaves the status of what ran before, `source` of
  /// nothing likewise, and to take away what is not there fails.
  package static let end = Array("true;\n".utf8)

  /// Single quotes, in which `\\` and `\'` alone are escapes; a newline stands outside, as `\n`.
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
