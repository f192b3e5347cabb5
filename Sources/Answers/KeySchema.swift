import Cascade
import JSONSource

/// What a schema says of one key of a scope: what may be written there, and what is to be known of it.
package struct KeySchema {
  /// What a file that says nothing of the key leaves in force.
  package struct Inherited {
    /// Nil for an object, which its members tell, and for what is worked out.
    package let shown: ShownValue?
    package let isComputed: Bool
    package let places: [SourceRange]
  }

  /// What is known of a key, in place or by the number of a definition that several keys share.
  package indirect enum Entry {
    /// Nothing: it may hold whatever a file may hold.
    case any
    case key(KeySchema)
    case definition(Int)
  }

  /// Names that fit a pattern, and no other one that says less or something else.
  package struct Likes {
    package let pattern: [UInt8]
    /// The names and the patterns that are told by themselves.
    package let names: [Name]
    package let others: [[UInt8]]
    package let entry: Entry
  }

  /// What an object may hold.
  package struct Members {
    package let named: [(name: Name, entry: Entry)]
    package let likes: [Likes]
    /// What holds for all other names; nil where there may be none.
    package let others: Entry?

    /// Whether there may be none.
    package var isNone: Bool { named.isEmpty && likes.isEmpty && others == nil }
  }

  /// How an array that is written meets the inherited one.
  package enum Meeting { case replacing, joining, matching }

  package let about: [UInt8]?
  package let deprecation: [UInt8]?
  /// Where it is made final by a level before the scope's own; nil also in what is final as a whole.
  package let seal: SourceRange?
  package let isFinal: Bool
  /// What of it is secret.
  package let mask: Mask
  package let inherited: Inherited?
  /// All of which a value has to be.
  package let types: [DeclaredType]
  package let meeting: Meeting
  /// Nil where an object may hold anything.
  package let members: Members?

  package var isSecret: Bool { mask.isSecret }

  /// Whether some of the values that are allowed, there or for its elements, hold what is secret.
  package func hides(_ document: Document, _ nodes: [Int], areElements: Bool) -> Bool {
    // What is near to a secret tells of it.
    let mask = areElements ? mask.ofElements : mask
    return nodes.contains { !mask.secrets(inData: document, $0).isEmpty }
      || areElements && mask.mayHoldSecret
  }

  /// Whether a pattern for the value, or for its elements, is not shown.
  package func hidesPattern(areElements: Bool) -> Bool {
    areElements ? mask.ofElements.isSecret || mask.mayHoldSecret : mask.isSecret
  }

  /// Whether it may be an object.
  package var takesObjects: Bool { types.allSatisfy { $0.allows(.object) } }
}
