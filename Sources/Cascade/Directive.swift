import SafeText

/// A directive of the file format.
package enum Directive: Hashable, Sendable {
  case stop, exclude, pass, final, merge, remove
  case ref, format, env, file
  case include, inherit, abstract
  case secret, type, required, closed, about, deprecated, until, because
  case comment, schema
  case own(String)

  /// All directives except custom attributes.
  package static let known: [Directive] = [
    .stop, .exclude, .pass, .final, .merge, .remove, .ref, .format, .env, .file, .include,
    .inherit, .abstract, .secret, .type, .required, .closed, .about, .deprecated, .until, .because,
    .comment, .schema,
  ]

  package var rawValue: String {
    if case .own(let name) = self { Self.customPrefix + name } else { traits.name }
  }

  package static func named(_ name: ArraySlice<UInt8>) -> Directive? {
    if name.starts(with: customPrefix.utf8) {
      return own(named: name.dropFirst(customPrefix.utf8.count))
    }
    return spelled.first { $0.name.elementsEqual(name) }?.directive
  }

  private static let spelled = known.map { (name: Array($0.rawValue.utf8), directive: $0) }

  /// The nearest known directive to a misspelled name.
  static func nearest(to name: ArraySlice<UInt8>) -> Directive? {
    let marked = misspelledCustom(name)
    // A prefix `$x` with a wrong separator is a custom attribute rather than a typo of another directive.
    if let marked, name.dropFirst(2).first?.isLetterOrDigit == false { return marked }
    let nearest = NearMiss.nearest(to: name.map(\.lowered), among: known.map(\.rawValue))
    return known.first { $0.rawValue == nearest } ?? marked
  }
}

// Custom attributes (A8).
extension Directive {
  static let customPrefix = "$x-"

  /// Limits the output: the name is a column heading and is repeated at every change.
  private static let longestName = 64

  package static let customNameHint =
    "a custom attribute is '$x-NAME', with a NAME of up to \(longestName) letters, digits, '-' and '_'"

  package static func own(named name: some Collection<UInt8>) -> Directive? {
    guard !name.isEmpty, name.count <= longestName,
      name.allSatisfy(\.isLabelCharacter)
    else { return nil }
    return .own(String(decoding: name, as: UTF8.self))
  }

  /// The custom attribute meant by a name with a missing or wrong separator after `$x`.
  static func misspelledCustom(_ name: ArraySlice<UInt8>) -> Directive? {
    guard name.prefix(2).map(\.lowered).elementsEqual("$x".utf8) else { return nil }
    let rest = name.dropFirst(2)
    return own(named: rest.first?.isLetterOrDigit == false ? rest.dropFirst() : rest)
  }

  package var isOwn: Bool { if case .own = self { true } else { false } }
}

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

// The properties of each directive, in a single table.
extension Directive {
  /// The form of a directive's value.
  package enum Shape {
    /// `true` means every member of the enclosing object, or that object for `$closed`.
    case keys
    case each(Detail)
    /// A string with options, in the order in which messages list them.
    case computed([Modifier])
    case paths
    /// A list of scopes; `true`. Both apply to the scope rather than to keys.
    case scopes, abstraction
    case anything
  }

  package enum Detail { case strategy, values, types, text, date }

  /// An option of a computed value or of a `$type` declaration.
  package enum Modifier: String, Sendable {
    case `default`, scope, map, type, trim
    case `enum`, min, max, match, items, length
  }

  private struct Roles: OptionSet {
    let rawValue: UInt8
    static let takes = Roles(rawValue: 1)
    static let appliesToDescendants = Roles(rawValue: 2)
    static let protects = Roles(rawValue: 4)
    static let describesOverride = Roles(rawValue: 8)
  }

  private var traits: (name: String, shape: Shape, concern: StatementKinds, roles: Roles) {
    switch self {
    case .stop: ("$stop", .keys, .value, [.takes])
    case .exclude: ("$exclude", .keys, .exclusion, [.takes, .appliesToDescendants])
    case .pass: ("$pass", .keys, .exclusion, [.takes, .appliesToDescendants])
    case .final: ("$final", .keys, .final, [.appliesToDescendants, .protects])
    case .merge: ("$merge", .each(.strategy), .merge, [.appliesToDescendants])
    case .remove: ("$remove", .each(.values), .value, [.takes])
    case .secret:
      ("$secret", .keys, [.attribute, .secret, .naming], [.appliesToDescendants, .protects])
    case .type: ("$type", .each(.types), [.attribute, .naming], [.appliesToDescendants])
    case .required: ("$required", .keys, [.attribute, .required, .naming], [.appliesToDescendants])
    case .closed: ("$closed", .keys, [.attribute, .closed], [.appliesToDescendants])
    case .about: ("$about", .each(.text), [.attribute, .naming], [.appliesToDescendants])
    case .own: (Self.customPrefix, .each(.text), .attribute, [.appliesToDescendants])
    case .deprecated: ("$deprecated", .each(.text), [.attribute, .naming], [])
    case .until: ("$until", .each(.date), .attribute, [.describesOverride])
    case .because: ("$because", .each(.text), .attribute, [.describesOverride])
    case .ref: ("$ref", .computed([.scope, .default, .map]), [], [])
    case .env: ("$env", .computed([.default, .type]), [], [])
    case .file: ("$file", .computed([.default, .trim]), [], [])
    case .format: ("$format", .computed([.default]), [], [])
    case .include: ("$include", .paths, .inclusion, [])
    case .inherit: ("$inherit", .scopes, [], [])
    case .abstract: ("$abstract", .abstraction, [], [])
    case .comment: ("$comment", .anything, [], [])
    case .schema: ("$schema", .anything, [], [])
    }
  }

  package var shape: Shape { traits.shape }

  /// The kinds of statements that the directive makes.
  package var concern: StatementKinds { traits.concern }

  /// Whether the directive makes its object a computed value, which arrays may also contain.
  var isComputed: Bool { if case .computed = shape { true } else { false } }

  package var options: [Modifier] {
    switch shape {
    case .computed(let options): options
    case .each(.types): [.type, .enum, .min, .max, .match, .items, .length]
    default: []
    }
  }

  /// The thing that a directive applies to.
  package enum Subject { case keys, files, scope, value, nothing }

  package var subject: Subject {
    switch shape {
    case .keys, .each: .keys
    case .paths: .files
    case .scopes, .abstraction: .scope
    case .computed: .value
    case .anything: .nothing
    }
  }

  package var takes: Bool { traits.roles.contains(.takes) }

  /// Whether the directive also removes all that is in its key, rather than single elements.
  package var reaches: Bool { if takes, case .keys = shape { true } else { false } }

  /// Whether a key also covers all that is in its value; otherwise it is exactly that key (K4).
  var coversNestedKeys: Bool {
    if case .keys = shape { self != .required && self != .closed } else { false }
  }

  /// Whether a closed object accepts the members that the directive names (A7).
  package var declaresMember: Bool { concern.contains(.naming) }

  /// Whether the directive affects only how levels merge (section 4 of the rules).
  package var affectsInheritance: Bool { !concern.contains(.attribute) }

  /// Whether two entries for the same key can contradict each other.
  package var canConflict: Bool {
    if !affectsInheritance, case .each = shape { true } else { false }
  }

  /// Whether the directive applies to values in its scope and in descendants.
  package var appliesToDescendants: Bool { traits.roles.contains(.appliesToDescendants) }

  /// Whether a key that the directive misses stays unprotected.
  package var protects: Bool { traits.roles.contains(.protects) }

  /// Whether the directive describes a value that its own scope sets or removes.
  package var describesOverride: Bool { traits.roles.contains(.describesOverride) }
}
