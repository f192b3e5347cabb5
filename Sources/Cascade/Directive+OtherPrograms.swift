import SafeText

/// Names that other programs use, with the directive to use instead.
extension Directive {
  static let wholeValue = "'$stop' removes an inherited value"

  private static let others: [(names: [String], answer: String)] = [
    (["delete", "unset", "removed", "drop", "clear", "omit", "reset", "undefine"], wholeValue),
    (
      ["null", "nil", "none", "undefined"],
      "null is an ordinary value, and \(wholeValue)"
    ),
    (
      ["extends", "extend", "import", "imports", "includes", "use", "mixin", "source"],
      "'$include' inserts objects of other files, and '$inherit' lists more parents"
    ),
    (
      ["inherits", "parent", "parents", "classes", "roles"],
      "'$inherit' lists more parents of a scope"
    ),
    (
      ["super", "base", "prev", "previous"],
      "scopes inherit automatically, and '${$inherited}' in a '$format' is the inherited value"
    ),
    (
      ["override", "overrides", "overwrite", "replace", "set"],
      "values override automatically, and '$merge' with \"replace\" replaces whole objects"
    ),
    (
      ["append", "prepend", "union", "concat", "add", "patch", "strategy"],
      "'$merge' sets how an array or object merges onto the inherited one"
    ),
    (
      ["lock", "locked", "const", "constant", "readonly", "immutable", "sealed", "freeze"],
      "'$final' prevents descendants from changing a key"
    ),
    (
      ["private", "local", "hidden", "internal"],
      "'$exclude' keeps a value from descendants, and '$secret' masks it in reports"
    ),
    (
      ["var", "variable", "get", "key", "value", "lookup", "alias"],
      "'$ref' takes the value of another key, and '$env' that of an environment variable"
    ),
    (
      ["template", "interpolate", "join", "string", "text"], "'$format' is a string with references"
    ),
    (
      ["if", "when", "switch", "case", "match", "map"],
      "'$ref' with 'map' selects by the value of another key"
    ),
    (["sensitive", "password", "encrypted", "masked"], "'$secret' masks keys in reports"),
    (["description", "doc", "docs", "help", "title"], "'$about' describes a key"),
    (["expires", "expiry", "ttl"], "'$until' is the last day of an override"),
    (["reason", "why"], "'$because' gives the reason for an override"),
    (
      ["default", "defaults", "fallback"],
      "'default' is an option of '$ref', '$format', '$env' and '$file'"
    ),
    (["optional", "mandatory"], "'$required' lists the keys that must have a value"),
    (["x", "owner", "owners", "team", "contact", "ticket"], customNameHint),
  ]

  /// nil if no program uses the name.
  static func instead(of name: [UInt8]) -> String? {
    guard name.first == UInt8(ascii: "$") else { return nil }
    if name.starts(with: customPrefix.utf8) { return customNameHint }
    let word = name.dropFirst().map(\.lowered)
    return others.first { $0.names.contains { $0.utf8.elementsEqual(word) } }?.answer
  }
}
