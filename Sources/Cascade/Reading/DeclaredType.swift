import JSONSource
import Legible

/// What `$type` says that a value has to be (A2).
package struct DeclaredType {
  /// What a value has to be beside being of a kind.
  package enum Condition {
    /// Equal to one of the values at these nodes.
    case listed(Document, [Int])
    /// Not less, or not more, than a number as it is written.
    case least([UInt8])
    case most([UInt8])
    case like(StarPattern)
    /// What each element of an array has to be.
    indirect case elements(DeclaredType)
    /// How many bytes a string has, and how many elements an array.
    case length(ClosedRange<Int>)

    /// The types of which it speaks; nil where it speaks of all.
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

  /// The types of which it has to be one; any, where there are none.
  package let names: [TypeName]
  package let conditions: [Condition]

  package init(_ names: [TypeName], _ conditions: [Condition] = []) {
    (self.names, self.conditions) = (names, conditions)
  }

  /// Whether it may be of this kind, spelled so.
  package func takes(_ kind: Node.Kind, _ spelling: @autoclosure () -> ArraySlice<UInt8>) -> Bool {
    names.isEmpty || names.contains { $0.matches(kind, spelling()) }
  }

  /// Whether some value of a type fits it.
  package func allows(_ type: TypeName) -> Bool {
    for case .listed(let document, let nodes) in conditions {
      if !nodes.contains(where: { TypeName(document.kind($0)) == type }) { return false }
    }
    return names.isEmpty || names.contains(type)
  }
}
