import JSONSource
import Legible

/// The directives of the format and what each is called.
package enum Directive: String, CaseIterable, Sendable {
  case stop = "$stop"
  case exclude = "$exclude"
  case final = "$final"
  case merge = "$merge"
  case remove = "$remove"
  case ref = "$ref"
  case format = "$format"
  case env = "$env"
  case file = "$file"
  case include = "$include"
  case secret = "$secret"
  case type = "$type"
  case required = "$required"
  case about = "$about"
  case deprecated = "$deprecated"
  case until = "$until"
  case because = "$because"
  case comment = "$comment"
  case schema = "$schema"

  /// Whether it makes the object it stands in a computed value, which may stand in an array.
  var isComputed: Bool {
    switch self {
    case .ref, .format, .env, .file: true
    default: false
    }
  }

  /// What may stand beside the directive in a computed value.
  package enum Option: String, Sendable {
    case `default`, scope, map, type, trim
  }

  /// The options that it takes, in the order in which messages name them.
  var options: [Option] {
    switch self {
    case .ref: [.scope, .default, .map]
    case .env: [.default, .type]
    case .file: [.default, .trim]
    case .format: [.default]
    default: []
    }
  }

  static func named(_ name: ArraySlice<UInt8>) -> Directive? {
    allCases.first { $0.rawValue.utf8.elementsEqual(name) }
  }

  /// The known name that is nearest to a misspelt one.
  static func nearest(to name: ArraySlice<UInt8>) -> Directive? {
    let nearest = NearMiss.nearest(to: name.map(\.lowered), among: allCases.map(\.rawValue))
    return nearest.flatMap(Directive.init)
  }
}
