import JSONSource

/// Something to be worked out once in an asked scope.
enum Question {
  /// What a computed value comes to, as far as it has to be worked out to be seen at all.
  case reduced(Definition, ValuePosition)
  /// What a computed value comes to, with nothing left to work out.
  case result(Definition, ValuePosition)
  /// The whole value of a key's node, which is no computed one.
  case whole(ValuePosition)
  /// The whole value of something in an array, which is no computed one.
  case element(Element, ValuePosition)

  struct ID: Hashable {
    fileprivate enum Kind { case reduced, result, whole, element }

    fileprivate let kind: Kind
    fileprivate let scope: ObjectIdentifier
    fileprivate let node: ObjectIdentifier
    // Of an element its first and its last part: others of the node share one of them at most.
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

  /// The computed value that is asked about.
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

/// The answer to a question, with what it drew on.
final class Resolved {
  enum Draw {
    case dependency(Dependency)
    case resolved(Resolved)
  }

  let located: Located
  let draws: [Draw]
  /// How many computed values stand on the longest way to it, each of which needs the next.
  let length: Int
  let reads: Reads

  init(_ located: Located, _ draws: [Draw], length: Int, _ reads: Reads) {
    self.located = located
    self.draws = draws
    self.length = length
    self.reads = reads
  }

  /// Its value; nil where there is none.
  var value: EffectiveValue? { if case .made(let value) = located { value } else { nil } }
}

/// What of a scope an answer depends on: another scope in which all of that is the same has the same.
package struct Reads: Sendable {
  /// The first names of the keys that were followed.
  package var names: Set<Name> = []
  /// Whether it depends on which scope is asked.
  package var isOfScope = false
  /// Whether it depends on something beyond the scope's lineage: another scope, or a text.
  package var isOutside = false

  /// Of what may depend on anything in the scope.
  package static let unknown = Reads(isOfScope: true)

  mutating func formUnion(_ other: Reads) {
    if !other.names.isEmpty { names.formUnion(other.names) }
    if other.isOfScope { isOfScope = true }
    if other.isOutside { isOutside = true }
  }
}
