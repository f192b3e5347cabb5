import SafeText

/// How a value violates its declared type.
package indirect enum TypeViolation: Sendable {
  case kind(TypeName, declared: [TypeName])
  case unlisted(String?, listed: [String], nearest: String?)
  case less(String?, than: String)
  case more(String?, than: String)
  case unlike(String?, StarPattern?)
  case length(Int?, of: TypeName, ClosedRange<Int>)
  case element(Int, TypeViolation)

  /// The violation without the value, and without `enum` and `match`, which may reveal it.
  var hidden: TypeViolation {
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
