import Cascade
import JSONSource

/// The schema of a key: the values that a file may set, and the documentation.
package struct KeySchema {
  package indirect enum Entry {
    case any
    case key(KeySchema)
    case definition(Int)
  }

  /// Names that match a pattern, except for those with a more specific entry.
  package struct PatternMatches {
    package let pattern: [UInt8]
    package let names: [Name]
    package let others: [[UInt8]]
    package let entry: Entry
  }

  package struct Members {
    package let named: [(name: Name, entry: Entry)]
    package let likes: [PatternMatches]
    /// The entry of all other names; nil if they are forbidden.
    package let others: Entry?

    package var isNone: Bool { named.isEmpty && likes.isEmpty && others == nil }
  }

  /// The way a written array merges with the inherited array.
  package enum ArrayMergeMode { case replacing, joining, matching }

  package let about: [UInt8]?
  package let deprecation: [UInt8]?
  /// The `$final` of a lower-precedence level; nil also inside a final object.
  package let finalMarker: SourceRange?
  package let isFinal: Bool
  package let mask: Mask
  /// The inherited value, in force unless the file sets the key; nil for objects, whose members have entries.
  /// A computed value is not shown.
  package let inherited: (shown: ShownValue?, places: [SourceRange])?
  package let types: [DeclaredType]
  package let meeting: ArrayMergeMode
  /// Nil if any member is allowed.
  package let members: Members?

  /// Whether allowed values, for the key or for its elements, contain secrets.
  package func hides(_ document: Document, _ nodes: [Int], areElements: Bool) -> Bool {
    // Allowed values near a secret reveal it.
    let mask = areElements ? mask.atElements : mask
    return nodes.contains { !mask.secrets(in: document, $0, isAsWritten: false).isEmpty }
      || areElements && mask.mayHoldSecret
  }

  package func hidesPattern(areElements: Bool) -> Bool {
    areElements ? mask.atElements.isSecret || mask.mayHoldSecret : mask.isSecret
  }

  package var takesObjects: Bool { types.allSatisfy { $0.allows(.object) } }
}
