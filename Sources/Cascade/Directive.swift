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
    switch self {
    case .stop: "$stop"
    case .exclude: "$exclude"
    case .pass: "$pass"
    case .final: "$final"
    case .merge: "$merge"
    case .remove: "$remove"
    case .ref: "$ref"
    case .format: "$format"
    case .env: "$env"
    case .file: "$file"
    case .include: "$include"
    case .inherit: "$inherit"
    case .abstract: "$abstract"
    case .secret: "$secret"
    case .type: "$type"
    case .required: "$required"
    case .closed: "$closed"
    case .about: "$about"
    case .deprecated: "$deprecated"
    case .until: "$until"
    case .because: "$because"
    case .comment: "$comment"
    case .schema: "$schema"
    case .own(let name): Self.customPrefix + name
    }
  }

  package static func named(_ name: ArraySlice<UInt8>) -> Directive? {
    if name.starts(with: customPrefix.utf8) {
      return own(named: name.dropFirst(customPrefix.utf8.count))
    }
    return known.first { $0.rawValue.utf8.elementsEqual(name) }
  }

  /// The nearest known directive to a misspelled name.
  static func nearest(to name: ArraySlice<UInt8>) -> Directive? {
    let marked = misspelledCustom(name)
    // A prefix `$x` with a wrong separator is a custom attribute rather than a typo of another directive.
    if let marked, name.dropFirst(2).first?.isLetterOrDigit == false { return marked }
    let nearest = NearMiss.nearest(to: name.map(\.lowered), among: known.map(\.rawValue))
    return known.first { $0.rawValue == nearest } ?? marked
  }
}
