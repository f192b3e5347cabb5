import JSONSource
import SafeText

/// The type that a `$type` entry declares (A2).
package struct DeclaredType {
  /// A constraint besides the types.
  package enum Condition {
    case listed(Document, [Int])
    case least([UInt8])
    case most([UInt8])
    case like(StarPattern)
    indirect case elements(DeclaredType)
    case length(ClosedRange<Int>)

    /// The types that the constraint applies to; nil for all types.
    package var types: [TypeName]? {
      switch self {
      case .listed: nil
      case .least, .most: [.number, .integer]
      case .like: [.string]
      case .elements: [.array]
      case .length: [.string, .array]
      }
    }
  }

  /// The allowed types; empty if all are allowed.
  package let names: [TypeName]
  package let conditions: [Condition]

  package init(_ names: [TypeName], _ conditions: [Condition] = []) {
    (self.names, self.conditions) = (names, conditions)
  }

  package func takes(_ kind: Node.Kind, _ spelling: @autoclosure () -> ArraySlice<UInt8>) -> Bool {
    names.isEmpty || names.contains { $0.matches(kind, spelling()) }
  }

  /// Whether some value of the type is valid.
  package func allows(_ type: TypeName) -> Bool {
    for case .listed(let document, let nodes) in conditions {
      if !nodes.contains(where: { TypeName(document.kind($0)) == type }) { return false }
    }
    return names.isEmpty || names.contains(type)
  }
}
