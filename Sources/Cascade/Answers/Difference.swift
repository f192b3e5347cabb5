import JSONSource

/// One key whose effective value differs between two scopes.
package struct Change {
  package enum Kind: String { case added, removed, changed, moved }

  package let key: Key
  package let kind: Kind
  package let from: EffectiveValue?
  package let to: EffectiveValue?
}

/// What differs between two scopes, leaf by leaf, in the order of the first and then of the second.
///
/// Subtrees that both share and in which nothing is computed are not looked at.
package struct Difference {
  package private(set) var changes: [Change] = []
  private let from: AskedScope
  private let to: AskedScope
  private let withMoves: Bool

  /// Compares what stands under `key`; `withMoves` also finds equal values from different places.
  package init(
    from: AskedScope, to: AskedScope, under key: Key, withMoves: Bool
  ) throws(Unresolved) {
    (self.from, self.to, self.withMoves) = (from, to, withMoves)
    try compare(try from.value(key), try to.value(key), key)
  }

  private mutating func compare(
    _ left: EffectiveValue?, _ right: EffectiveValue?, _ key: Key
  ) throws(Unresolved) {
    guard let left else {
      if let right { for leaf in try to.leaves(of: right) { add(.added, nil, leaf) } }
      return
    }
    guard let right else {
      for leaf in try from.leaves(of: left) { add(.removed, leaf, nil) }
      return
    }
    if left.value == nil, right.value == nil, left.entry === right.entry, !left.entry.isComputing {
      return
    }
    if left.isObject && right.isObject {
      for (name, pair) in try from.pairs(left, to, right) {
        try compare(pair.from, pair.to, key.appending(name))
      }
      return
    }
    if left.isObject != right.isObject {
      add(.changed, left, right)
    } else if try !from.whole(left).isEqual(to.whole(right), from.view.names) {
      add(.changed, left, right)
    } else if withMoves, left.origins.map(\.id) != right.origins.map(\.id) {
      add(.moved, left, right)
    }
  }

  private mutating func add(
    _ kind: Change.Kind, _ left: EffectiveValue?, _ right: EffectiveValue?
  ) {
    guard let key = (left ?? right)?.key else { return }
    changes.append(Change(key: key, kind: kind, from: left, to: right))
  }
}

extension AskedScope {
  /// The members that have a value in either of two objects, this scope's first.
  func pairs(
    _ mine: EffectiveValue, _ other: AskedScope, _ others: EffectiveValue
  ) throws(Unresolved) -> [(Name, (from: EffectiveValue?, to: EffectiveValue?))] {
    var pairs = NameMap<(from: EffectiveValue?, to: EffectiveValue?)>()
    for (name, value) in try members(of: mine) { pairs[name] = (value, nil) }
    for (name, value) in try other.members(of: others) { pairs[name] = (pairs[name]?.from, value) }
    return Array(zip(pairs.names, pairs.values))
  }
}

extension EffectiveValue {
  /// Where the value stands: for a computed one where it is written, for a merged array all that gave
  /// something to it.
  package var origins: [Place] {
    element.map { $0.parts.map(\.place) } ?? entry.places
  }
}

extension Place {
  fileprivate struct ID: Equatable {
    let file: ObjectIdentifier
    let start: Int
  }

  fileprivate var id: ID { ID(file: ObjectIdentifier(file), start: range.start) }
}

extension Value {
  /// Whether two values are equal: numbers by exact value, objects whatever the order of their members.
  package func isEqual(_ other: Value, _ names: NameTable) -> Bool {
    if case .node(let document, let node) = content,
      case .node(let otherDocument, let otherNode) = other.content
    {
      return document.equal(node, otherDocument, otherNode)
    }
    guard TypeName(kind) == TypeName(other.kind) else { return false }
    if let elements, let others = other.elements {
      return elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isEqual($1, names) }
    }
    guard kind == .object else {
      // Two scalars of documents were compared above.
      return text != nil && text == other.text
    }
    let (mine, others) = (members, other.members)
    var byName: [Name: Value] = [:]
    for (name, value) in others { byName[name] = value }
    return mine.count == others.count
      && mine.allSatisfy { name, value in byName[name].map { value.isEqual($0, names) } ?? false }
  }
}

extension View {
  /// Why a key has no value; nil also where it was never set.
  package func absence(_ key: Key) -> Absence? {
    let (entry, rest) = deepest(key)
    return rest.isEmpty ? entry.absence : elementAbsence(rest, behind: entry)
  }

  /// Whether any level of the lineage speaks of the key, or of something that it leads into.
  package func mentions(_ key: Key) -> Bool {
    let (entry, rest) = deepest(key)
    if rest.isEmpty { return entry.isLive || entry.absence != nil || entry.isMentioned }
    return entry.isComputedValue || entry.elements != nil
      || elementAbsence(rest, behind: entry) != nil
  }
}
