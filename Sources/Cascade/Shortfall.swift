import Legible

/// In what a value is not what `$type` says.
package indirect enum Shortfall: Sendable {
  case kind(TypeName, declared: [TypeName])
  /// The value as it may be shown, those that are allowed, and the nearest of them.
  case unlisted(String?, listed: [String], nearest: String?)
  case less(String?, than: String)
  case more(String?, than: String)
  case unlike(String?, StarPattern?)
  case length(Int?, of: TypeName, ClosedRange<Int>)
  case element(Int, Shortfall)

  /// The same without the value, and without "enum" and "match", which are near to it.
  var hidden: Shortfall {
    switch self {
    case .kind: self
    case .unlisted: .unlisted(nil, listed: [], nearest: nil)
    case .less(_, let least): .less(nil, than: least)
    case .more(_, let most): .more(nil, than: most)
    case .unlike: .unlike(nil, nil)
    case .length(_, let type, let range): .length(nil, of: type, range)
    case .element(let index, let inner): .element(index, inner.hidden)
    }
  }
}
