import Legible

/// What other programs call directives, and the one that does it here.
extension Directive {
  /// What takes a value, and not only elements of an array.
  static let wholeValue = "'$stop' takes an inherited value away"

  private static let others: [(names: [String], answer: String)] = [
    (["delete", "unset", "removed", "drop", "clear", "omit", "reset", "undefine"], wholeValue),
    (
      ["null", "nil", "none", "undefined"],
      "null is a value like others, and \(wholeValue)"
    ),
    (
      ["extends", "extend", "import", "imports", "includes", "use", "mixin", "source"],
      "'$include' puts the objects in other files here, and '$inherit' lists scopes to inherit from"
    ),
    (
      ["inherits", "parent", "parents", "classes", "roles"],
      "'$inherit' lists scopes to inherit from besides the one above"
    ),
    (
      ["super", "base", "prev", "previous"],
      "scopes inherit by themselves, and '${$inherited}' in a '$format' is the inherited value"
    ),
    (
      ["override", "overrides", "overwrite", "replace", "set"],
      "a value overrides by itself, and '$merge' with \"replace\" makes an object do so as a whole"
    ),
    (
      ["append", "prepend", "union", "concat", "add", "patch", "strategy"],
      "'$merge' says how an array or an object meets the inherited one"
    ),
    (
      ["lock", "locked", "const", "constant", "readonly", "immutable", "sealed", "freeze"],
      "'$final' keeps the scopes below from changing a key"
    ),
    (
      ["private", "local", "hidden", "internal"],
      "'$exclude' keeps a value from the scopes below, and '$secret' from reports"
    ),
    (
      ["var", "variable", "get", "key", "value", "lookup", "alias"],
      "'$ref' is the value of another key, and '$env' that of an environment variable"
    ),
    (["template", "interpolate", "join", "string", "text"], "'$format' is a text with references"),
    (
      ["if", "when", "switch", "case", "match", "map"],
      "'$ref' with \"map\" chooses by the value of another key"
    ),
    (["sensitive", "password", "encrypted", "masked"], "'$secret' masks keys in reports"),
    (["description", "doc", "docs", "help", "title"], "'$about' says what a key is for"),
    (["expires", "expiry", "ttl"], "'$until' is the last day of an override"),
    (["reason", "why"], "'$because' is the reason of an override"),
    (
      ["default", "defaults", "fallback"],
      "\"default\" stands beside the directive of a computed value"
    ),
    (["optional", "mandatory"], "'$required' lists the keys that have to have a value"),
    (["x", "owner", "owners", "team", "contact", "ticket"], ownNames),
  ]

  /// What to say instead of something that is no directive here; nil where nobody calls one so.
  static func instead(of name: [UInt8]) -> String? {
    guard name.first == UInt8(ascii: "$") else { return nil }
    if name.starts(with: ownStart.utf8) { return ownNames }
    let word = name.dropFirst().map(\.lowered)
    return others.first { $0.names.contains { $0.utf8.elementsEqual(word) } }?.answer
  }
}
