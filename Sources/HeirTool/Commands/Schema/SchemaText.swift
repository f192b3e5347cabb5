import SafeText

/// Regular expressions (ECMA 262) for JSON Schema.
enum SchemaText {
  static let draft = "http://json-schema.org/draft-07/schema#"
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
    text.unicodeScalars.map { scalar in
      "\\^$.*+?()[]{}|".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    }.joined()
  }

  /// A name as files spell it: an ordinary name that begins with `$` gets a second `$`.
  static func spelling(_ name: ArraySlice<UInt8>) -> String {
    (name.first == UInt8(ascii: "$") ? "$" : "") + String(decoding: name, as: UTF8.self)
  }
}

// Schemas of JSON Schema that occur in others.
extension Record {
  static func definition(_ name: String) -> Record { ["$ref": .text("#/definitions/\(name)")] }

  static func array(of element: Record) -> Record { ["type": "array", "items": element] }

  static func type(_ names: [String]) -> Record {
    names.count == 1 ? .text(names[0]) : .list(names) { .text($0) }
  }

  static var string: Record { ["type": "string"] }
}
