import JSONSource
import SafeText

/// The types of values, named as in `$type` and `--type`.
package enum TypeName: String, CaseIterable, Sendable {
  case string, number, integer, boolean, array, object, null

  package init(_ kind: Node.Kind) {
    switch kind {
    case .string: self = .string
    case .number: self = .number
    case .true, .false: self = .boolean
    case .array: self = .array
    case .null: self = .null
    default: self = .object
    }
  }

  package static func named(_ name: some Sequence<UInt8>) -> TypeName? {
    allCases.first { $0.rawValue.utf8.elementsEqual(name) }
  }

  /// An integer has neither fraction nor exponent.
  package func matches(
    _ kind: Node.Kind, _ spelling: @autoclosure () -> ArraySlice<UInt8>
  ) -> Bool {
    if self == .integer {
      return kind == .number && spelling().allSatisfy { $0 != 0x2E && $0 | 0x20 != 0x65 }
    }
    return TypeName(kind) == self
  }
}

/// How a value violates its declared type.
package indirect enum TypeViolation: Sendable {
  case kind(TypeName, declared: [TypeName])
  case unlisted(String?, listed: [String], nearest: String?)
  case outOfBounds(String?, isLess: Bool, String)
  case unlike(String?, StarPattern?)
  case length(Int?, of: TypeName, ClosedRange<Int>)
  case element(Int, TypeViolation)

  /// The violation without the value, and without `enum` and `match`, which may reveal it.
  var hidden: TypeViolation {
    switch self {
    case .kind: self
    case .unlisted: .unlisted(nil, listed: [], nearest: nil)
    case .outOfBounds(_, let isLess, let bound): .outOfBounds(nil, isLess: isLess, bound)
    case .unlike: .unlike(nil, nil)
    case .length(_, let type, let range): .length(nil, of: type, range)
    case .element(let index, let inner): .element(index, inner.hidden)
    }
  }
}
