import JSONSource

/// The position of a value, to which its references are relative.
final class ValuePosition {
  let scope: Evaluation
  let key: Key
  let node: ViewNode
  let mask: Mask
  /// The value, if it is not that of the node: an element of its array, or an option of a computed value.
  let element: Element?
  /// The path inside an array, after the node.
  private let inner: [Name?]
  /// The enclosing objects inside an array, nearest first.
  private let around: [EnclosingObject]
  /// The path of references through which the value is used.
  let trail: Provenance

  /// An enclosing object inside an array.
  private struct EnclosingObject {
    let object: Element
    let mask: Mask
    let inner: [Name?]
  }

  init(scope: Evaluation, key: Key, node: ViewNode, mask: Mask, trail: Provenance = .none) {
    (self.scope, self.key, self.node, self.mask) = (scope, key, node, mask)
    (element, inner, around, self.trail) = (nil, [], [], trail)
  }

  private init(
    _ other: ValuePosition, _ element: Element?, _ mask: Mask, _ inner: [Name?],
    _ around: [EnclosingObject], _ trail: Provenance
  ) {
    (scope, key, node) = (other.scope, other.key, other.node)
    (self.element, self.mask, self.inner) = (element, mask, inner)
    (self.around, self.trail) = (around, trail)
  }

  var source: SourceKey { SourceKey(key, inner) }

  func with(_ trail: Provenance) -> ValuePosition {
    if trail.isEmpty && self.trail.isEmpty { return self }
    return ValuePosition(self, element, mask, inner, around, trail)
  }

  var withoutTrail: ValuePosition { with(.none) }

  func member(_ name: Name, _ node: ViewNode) -> ValuePosition {
    ValuePosition(
      scope: scope, key: key.appending(name), node: node, mask: mask.descending(name),
      trail: trail.descending(name))
  }

  /// The position of all elements, each of which it may then hold.
  var atElements: ValuePosition {
    ValuePosition(
      self, element, mask.atElements, inner + [nil], around, trail.descending(nil))
  }

  func holding(_ element: Element) -> ValuePosition {
    ValuePosition(self, element, mask, inner, around, trail)
  }

  private func member(_ name: Name, _ value: Element, in object: Element) -> ValuePosition {
    ValuePosition(
      self, value, mask.descending(name), inner + [name],
      [EnclosingObject(object: object, mask: mask, inner: inner)] + around, trail.descending(name))
  }

  /// The object that is `up` objects around the value inside its array; nil if there are not as many.
  func outside(_ up: Int) -> ValuePosition? {
    guard up < around.count else { return nil }
    let object = around[up]
    return ValuePosition(
      self, object.object, object.mask, object.inner, Array(around.dropFirst(up + 1)), .none)
  }

  var isLive: Bool { element != nil || node.isLive }

  var mayCompute: Bool { element?.isComputing ?? node.mayCompute }

  /// The value if it is a computed value, as written.
  var computed: Definition? { element.map(\.computed) ?? node.computed }

  /// The value if it contains no computed values.
  var plain: EffectiveValue {
    if element == nil, !trail.isEmpty, let leaf = node.leaf {
      return EffectiveValue(
        .node(leaf.document, leaf.node), mask.union(trail.mask), sources: trail.sources,
        isAround: true)
    }
    return (element?.value(mask) ?? node.value(mask)).coming(along: trail)
  }

  var elements: [Element]? {
    guard let element else { return node.elements }
    return element.isArray ? element.elements : nil
  }

  /// The values of the members, by `combine` if they contain computed values.
  func members(
    _ combine: (ValuePosition) throws(Halt) -> EffectiveValue
  ) throws(Halt) -> [(name: Name, value: EffectiveValue)] {
    guard let element else {
      return try node.liveMembers().map { (name, node) throws(Halt) in
        // Most members are plain, and need no position.
        let isPlain = !node.mayCompute
        return (name, isPlain ? node.value(mask.descending(name)) : try combine(member(name, node)))
      }
    }
    return try element.members.map { (name, value) throws(Halt) in
      (name, try combine(member(name, value, in: element)))
    }
  }

  /// The member or element of a name, which may have no value.
  func inner(_ name: Name, _ names: NameTable) -> ValuePosition? {
    guard let element else {
      if let element = names.index(name).flatMap(node.element) {
        return atElements.holding(element)
      }
      return node.member(name).map { member(name, $0) }
    }
    return element.inner(name).map {
      element.isArray ? atElements.holding($0) : member(name, $0, in: element)
    }
  }
}

/// The target of a key, with computed values on the path evaluated.
enum KeyTarget {
  /// A position with a value that is not a computed value.
  case found(ValuePosition)
  case made(EffectiveValue)
  case absent(Absence?)

  func coming(along trail: Provenance) -> KeyTarget {
    if trail.isEmpty { return self }
    switch self {
    case .found(let position): return .found(position.with(position.trail.union(trail)))
    case .made(let value): return .made(value.coming(along: trail))
    case .absent: return self
    }
  }

  var drawn: KeyTarget {
    switch self {
    case .found(let position):
      coming(along: Provenance(mask: .none, sources: ValueSources(same: position.source)))
    case .made, .absent: self
    }
  }
}
