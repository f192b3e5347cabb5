import JSONSource

/// A question that a resolver answers once for each scope.
struct Question {
  enum Kind {
    /// A computed value whose members may stay unevaluated.
    case reduced
    case result
    case whole
  }

  struct ID: Hashable {
    private let kind: Kind
    private let scope: ObjectIdentifier
    private let node: ObjectIdentifier
    // The first and the last part identify an element of a node.
    private let first: Definition.ID?
    private let last: Definition.ID?

    fileprivate init(_ kind: Kind, _ position: ValuePosition) {
      self.kind = kind
      (scope, node) = (ObjectIdentifier(position.scope), ObjectIdentifier(position.node))
      let parts = position.element?.parts
      (first, last) = (parts?.first?.id, parts?.last?.id)
    }
  }

  let kind: Kind
  let position: ValuePosition

  init(_ kind: Kind, _ position: ValuePosition) { (self.kind, self.position) = (kind, position) }

  var id: ID { ID(kind, position) }
}

/// The answer to a question, with its dependencies.
final class EvaluationResult {
  enum Draw {
    case dependency(Dependency)
    case resolved(EvaluationResult)
  }

  let located: KeyTarget
  let draws: [Draw]
  /// The length of the longest chain of dependencies.
  let length: Int
  let reads: ReadSet

  init(_ located: KeyTarget, _ draws: [Draw], length: Int, _ reads: ReadSet) {
    self.located = located
    self.draws = draws
    self.length = length
    self.reads = reads
  }

  var value: EffectiveValue? { if case .made(let value) = located { value } else { nil } }
}

/// The parts of a scope that an answer depends on. With equal parts the answer is equal.
package struct ReadSet: Sendable {
  /// The first names of the referenced keys.
  package var names: Set<Name> = []
  /// Whether it depends on the scope's path or facts.
  package var isOfScope = false
  /// Whether it depends on another scope or on a file.
  package var isOutside = false

  /// An answer that may depend on anything in the scope.
  package static let unknown = ReadSet(isOfScope: true)

  mutating func formUnion(_ other: ReadSet) {
    if !other.names.isEmpty { names.formUnion(other.names) }
    if other.isOfScope { isOfScope = true }
    if other.isOutside { isOutside = true }
  }
}
