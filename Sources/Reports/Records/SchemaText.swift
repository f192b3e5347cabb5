import Cascade
import JSONSource
import Legible

/// What JSON Schema says in its own words: regular expressions (ECMA 262), and types.
enum SchemaText {
  /// One of our own definitions.
  static func reference(_ name: String) -> Record { ["$ref": .text("#/definitions/\(name)")] }

  /// What `*` stands for.
  private static let any = "[\\s\\S]*"
  /// A directive as a member's name begins; `$$` begins an ordinary name.
  static let directive = "^\\$(?!\\$)"
  static let ownName = "x-[A-Za-z0-9_-]{1,64}"

  /// Covers the names that fit a pattern, but for some, and for those that fit others, too.
  static func names(
    like pattern: [UInt8], but names: [String], or others: [[UInt8]]
  ) -> String {
    let left = names.isEmpty ? "" : "(?!(?:\(names.map(quoted).joined(separator: "|")))$)"
    let rivals = others.map { "(?!\(star($0))$)" }.joined()
    return "^(?!\\$(?!\\$))\(left)\(rivals)\(star(pattern))$"
  }

  /// Covers the names that fit two patterns.
  static func names(like one: [UInt8], and other: [UInt8]) -> String {
    "^(?=\(star(one))$)\(star(other))$"
  }

  /// Covers what a text with stars covers.
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

  /// A member's name as a file spells it: what is no directive and begins with `$` has one more.
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
