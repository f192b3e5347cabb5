import Cascade
import JSONSource
import SafeText

/// Regular expressions (ECMA 262) and types for JSON Schema.
enum SchemaText {
  static func reference(_ name: String) -> Record { ["$ref": .text("#/definitions/\(name)")] }

  private static let any = "[\\s\\S]*"
  /// The start of a directive's name; `$$` begins an ordinary name.
  static let directive = "^\\$(?!\\$)"
  static let ownName = "x-[A-Za-z0-9_-]{1,64}"

  /// Matches names that fit a pattern, except `names` and names that fit `others`.
  static func names(
    like pattern: [UInt8], but names: [String], or others: [[UInt8]]
  ) -> String {
    let left = names.isEmpty ? "" : "(?!(?:\(names.map(quoted).joined(separator: "|")))$)"
    let rivals = others.map { "(?!\(star($0))$)" }.joined()
    return "^(?!\\$(?!\\$))\(left)\(rivals)\(star(pattern))$"
  }

  static func names(like one: [UInt8], and other: [UInt8]) -> String {
    "^(?=\(star(one))$)\(star(other))$"
  }

  static func whole(_ pattern: StarPattern) -> String { "^\(star(pattern.text))$" }

  private static func star(_ pattern: [UInt8]) -> String {
    pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { quoted(String(decoding: $0, as: UTF8.self)) }.joined(separator: any)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      if "\\^$.*+?()[]{}|".unicodeScalars.contains(scalar) { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted
  }

  /// A name as files spell it: an ordinary name that begins with `$` gets a second `$`.
  static func spelling(_ name: ArraySlice<UInt8>) -> String {
    (name.first == UInt8(ascii: "$") ? "$" : "") + String(decoding: name, as: UTF8.self)
  }

  static func types(_ names: [String]) -> Record {
    names.count == 1 ? .text(names[0]) : .list(names) { .text($0) }
  }

  static var string: Record { ["type": "string"] }
  static var anything: Record { .flag(true) }
  static var nothing: Record { .flag(false) }
}
