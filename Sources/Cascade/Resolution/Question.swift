import JSONSource

/// A question that a resolver answers once for each scope.
struct Question {
  enum Kind: Int {
    /// A computed value whose members may stay unevaluated.
    case reduced
    case result
    case whole
  }

  let kind: Kind
  let position: ValuePosition
  /// The number of the position in its resolver.
  let number: Int

  static var kindCount: Int { 3 }
  var id: Int { number * Self.kindCount + kind.rawValue }

  /// The value at a position, however it is reached.
  struct Subject: Hashable {
    private let node: ViewNode.ID
    private let scope: ObjectIdentifier
    // The first and the last part identify an element of a node.
    private let first: Definition.ID?
    private let last: Definition.ID?

    init(_ position: ValuePosition) {
      (scope, node) = (ObjectIdentifier(position.scope), ViewNode.ID(position.node))
      let parts = position.element?.parts
      (first, last) = (parts?.first?.id, parts?.last?.id)
    }

    // Few values share a node: to hash all takes three times as long.
    func hash(into hasher: inout Hasher) {
      hasher.combine(node)
      hasher.combine(first?.node)
    }
  }
}

/// The answer to a question, with its dependencies.
final class EvaluationResult {
  let located: KeyTarget
  /// The places of its dependencies in the resolver.
  let draws: Range<Int>
  /// The length of the longest chain of dependencies.
  let length: Int
  let isOfScope: Bool
  let isOutside: Bool
  // Cached, because many values may depend on one.
  var reads: ReadSet?

  init(_ located: KeyTarget, _ step: Resolver.Step, _ draws: Range<Int>, length: Int) {
    (self.located, self.draws, self.length) = (located, draws, length)
    (isOfScope, isOutside) = (step.isOfScope, step.isOutside)
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

  package init() {}

  private init(isOfScope: Bool) { self.isOfScope = isOfScope }

  mutating func formUnion(_ other: ReadSet) {
    // Most values read what a single other one did.
    if names.isEmpty {
      names = other.names
    } else if !other.names.isEmpty {
      names.formUnion(other.names)
    }
    if other.isOfScope { isOfScope = true }
    if other.isOutside { isOutside = true }
  }
}
