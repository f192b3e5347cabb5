import JSONSource

/// A question that a resolver answers once for each scope.
enum Question {
  /// A computed value whose members may stay unevaluated.
  case reduced(Definition, ValuePosition)
  case result(Definition, ValuePosition)
  case whole(ValuePosition)

  struct ID: Hashable {
    fileprivate enum Kind { case reduced, result, whole }

    private let kind: Kind
    private let scope: ObjectIdentifier
    private let node: ObjectIdentifier
    // The first and the last part identify an element of a node.
    private let first: Definition.ID?
    private let last: Definition.ID?

    fileprivate init(
      _ kind: Kind, _ position: ValuePosition, _ first: Definition.ID?, _ last: Definition.ID?
    ) {
      (self.kind, self.first, self.last) = (kind, first, last)
      (scope, node) = (ObjectIdentifier(position.scope), ObjectIdentifier(position.node))
    }
  }

  var position: ValuePosition {
    switch self {
    case .reduced(_, let position), .result(_, let position), .whole(let position): position
    }
  }

  var computed: Definition? {
    switch self {
    case .reduced(let written, _), .result(let written, _): written
    case .whole: nil
    }
  }

  var id: ID {
    switch self {
    case .reduced(let written, let position): ID(.reduced, position, written.id, nil)
    case .result(let written, let position): ID(.result, position, written.id, nil)
    case .whole(let position):
      ID(.whole, position, position.element?.parts.first?.id, position.element?.parts.last?.id)
    }
  }
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
