// What is to be known of each directive: the one table from which all rooms read.
extension Directive {
  /// What its value has to be.
  package enum Shape {
    /// A list of keys, or `true` for every member of the object around it; of `$closed` for that object.
    case keys
    /// An object with something said of each key.
    case each(Detail)
    /// A string, and what may stand beside it, in the order in which messages name that.
    case computed([Modifier])
    /// The path of a file, or a list of them.
    case paths
    /// A list of scopes; `true`. Both are about the scope, and no key.
    case scopes, truth
    /// Anything, at which nobody looks.
    case anything
  }

  /// What is said of a key.
  package enum Detail { case strategy, values, types, text, date }

  /// What may stand beside the directive in a computed value, or in what `$type` says of a key.
  package enum Modifier: String, Sendable {
    case `default`, scope, map, type, trim
    case `enum`, min, max, match, items, length
  }

  private struct Roles: OptionSet {
    let rawValue: UInt8
    static let takes = Roles(rawValue: 1)
    static let seeksBelow = Roles(rawValue: 2)
    static let protects = Roles(rawValue: 4)
    static let isOfOverride = Roles(rawValue: 8)
  }

  private var traits: (shape: Shape, concern: Concerns, roles: Roles) {
    switch self {
    case .stop: (.keys, .laying, [.takes])
    case .exclude: (.keys, .exclusion, [.takes, .seeksBelow])
    case .pass: (.keys, .exclusion, [.takes, .seeksBelow])
    case .final: (.keys, .final, [.seeksBelow, .protects])
    case .merge: (.each(.strategy), .merge, [.seeksBelow])
    case .remove: (.each(.values), .laying, [.takes])
    case .secret: (.keys, .attribute, [.seeksBelow, .protects])
    case .type: (.each(.types), .attribute, [.seeksBelow])
    case .required: (.keys, [.attribute, .required], [.seeksBelow])
    case .closed: (.keys, [.attribute, .closed], [.seeksBelow])
    case .about: (.each(.text), .attribute, [.seeksBelow])
    case .own: (.each(.text), .attribute, [.seeksBelow])
    case .deprecated: (.each(.text), .attribute, [])
    case .until: (.each(.date), .attribute, [.isOfOverride])
    case .because: (.each(.text), .attribute, [.isOfOverride])
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

  /// What its value has to be.
  package var shape: Shape { traits.shape }

  /// Who has to look at what it says of keys.
  package var concern: Concerns { traits.concern }

  /// Whether it makes the object it stands in a computed value, which may stand in an array.
  var isComputed: Bool { if case .computed = shape { true } else { false } }

  /// The options that it takes.
  package var options: [Modifier] {
    switch shape {
    case .computed(let options): options
    case .each(.types): [.type, .enum, .min, .max, .match, .items, .length]
    default: []
    }
  }

  /// What a directive may speak of.
  package enum Subject { case keys, files, scope, value, nothing }

  /// What it speaks of.
  package var subject: Subject {
    switch shape {
    case .keys, .each: .keys
    case .paths: .files
    case .scopes, .truth: .scope
    case .computed: .value
    case .anything: .nothing
    }
  }

  /// Whether it takes values away.
  package var takes: Bool { traits.roles.contains(.takes) }

  /// Whether what stands in a key goes with it: the directive takes no elements alone.
  package var reaches: Bool { if takes, case .keys = shape { true } else { false } }

  /// Whether a key in it means the value there and all in it, and in others exactly that key (K4).
  var meansAllInside: Bool {
    if case .keys = shape { self != .required && self != .closed } else { false }
  }

  /// Whether a member that it names is known to a closed object (A7).
  package var makesKnown: Bool {
    switch self {
    case .type, .about, .required, .secret, .deprecated: true
    default: false
    }
  }

  /// Whether it is about how values of levels meet, and says no more of the key itself (section 4).
  package var isOfInheritance: Bool { !concern.contains(.attribute) }

  /// Whether it says something of a key that another one might say otherwise.
  package var saysOneThing: Bool {
    if !isOfInheritance, case .each = shape { true } else { false }
  }

  /// Whether it does something where its key has a value, in its scope or below.
  package var seeksBelow: Bool { traits.roles.contains(.seeksBelow) }

  /// Whether a key that it misses is left open.
  package var protects: Bool { traits.roles.contains(.protects) }

  /// Whether it speaks of what its own scope sets or takes.
  package var isOfOverride: Bool { traits.roles.contains(.isOfOverride) }
}
