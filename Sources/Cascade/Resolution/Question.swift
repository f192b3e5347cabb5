import JSONSource

/// A question that a resolver answers once for each scope.
enum Question {
  /// A computed value whose members may stay unevaluated.
  case reduced(Definition, ValuePosition)
  case result(Definition, ValuePosition)
  case whole(ValuePosition)
  case element(Element, ValuePosition)

  struct ID: Hashable {
    fileprivate enum Kind { case reduced, result, whole, element }

    fileprivate let kind: Kind
    fileprivate let scope: ObjectIdentifier
    fileprivate let node: ObjectIdentifier
    // The first and the last part identify an element of a node.
    fileprivate var first: Definition.ID?
    fileprivate var last: Definition.ID?
  }

  var position: ValuePosition {
    switch self {
    case .reduced(_, let position), .result(_, let position), .whole(let position),
      .element(_, let position):
      position
    }
  }

  var computed: Definition? {
    switch self {
    case .reduced(let written, _), .result(let written, _): written
    case .whole, .element: nil
    }
  }

  var id: ID {
    let (kind, first, last): (ID.Kind, Definition.ID?, Definition.ID?) =
      switch self {
      case .reduced(let written, _): (.reduced, written.id, nil)
      case .result(let written, _): (.result, written.id, nil)
      case .whole: (.whole, nil, nil)
      case .element(let element, _): (.element, element.parts.first?.id, element.parts.last?.id)
      }
    return ID(
      kind: kind, scope: ObjectIdentifier(position.scope), node: ObjectIdentifier(position.node),
      first: first, last: last)
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
