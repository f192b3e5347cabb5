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
    case scopes, truth
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

  private var traits: (shape: Shape, concern: StatementKinds, roles: Roles) {
    switch self {
    case .stop: (.keys, .laying, [.takes])
    case .exclude: (.keys, .exclusion, [.takes, .appliesToDescendants])
    case .pass: (.keys, .exclusion, [.takes, .appliesToDescendants])
    case .final: (.keys, .final, [.appliesToDescendants, .protects])
    case .merge: (.each(.strategy), .merge, [.appliesToDescendants])
    case .remove: (.each(.values), .laying, [.takes])
    case .secret: (.keys, .attribute, [.appliesToDescendants, .protects])
    case .type: (.each(.types), .attribute, [.appliesToDescendants])
    case .required: (.keys, [.attribute, .required], [.appliesToDescendants])
    case .closed: (.keys, [.attribute, .closed], [.appliesToDescendants])
    case .about: (.each(.text), .attribute, [.appliesToDescendants])
    case .own: (.each(.text), .attribute, [.appliesToDescendants])
    case .deprecated: (.each(.text), .attribute, [])
    case .until: (.each(.date), .attribute, [.describesOverride])
    case .because: (.each(.text), .attribute, [.describesOverride])
    case .ref: (.computed([.scope, .default, .map]), [], [])
    case .env: (.computed([.default, .type]), [], [])
    case .file: (.computed([.default, .trim]), [], [])
    case .format: (.computed([.default]), [], [])
    case .include: (.paths, .inclusion, [])
    case .inherit: (.scopes, [], [])
    case .abstract: (.truth, [], [])
    case .comment, .schema: (.anything, [], [])
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
    case .scopes, .truth: .scope
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
  package var declaresMember: Bool {
    switch self {
    case .type, .about, .required, .secret, .deprecated: true
    default: false
    }
  }

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
