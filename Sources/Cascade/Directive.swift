import Legible

/// The directives of the format and what each is called.
package enum Directive: String, CaseIterable, Sendable {
  case stop = "$stop"
  case exclude = "$exclude"
  case pass = "$pass"
  case final = "$final"
  case merge = "$merge"
  case remove = "$remove"
  case ref = "$ref"
  case format = "$format"
  case env = "$env"
  case file = "$file"
  case include = "$include"
  case inherit = "$inherit"
  case abstract = "$abstract"
  case secret = "$secret"
  case type = "$type"
  case required = "$required"
  case about = "$about"
  case deprecated = "$deprecated"
  case until = "$until"
  case because = "$because"
  case comment = "$comment"
  case schema = "$schema"

  package static func named(_ name: ArraySlice<UInt8>) -> Directive? {
    allCases.first { $0.rawValue.utf8.elementsEqual(name) }
  }

  /// The known name that is nearest to a misspelt one.
  static func nearest(to name: ArraySlice<UInt8>) -> Directive? {
    let nearest = NearMiss.nearest(to: name.map(\.lowered), among: allCases.map(\.rawValue))
    return nearest.flatMap(Directive.init)
  }
}
