import JSONSource

/// The position of a value, to which its references are relative.
struct ValuePosition {
  let scope: Evaluation
  let key: Key
  let node: ViewNode
  /// The value, if it is not that of the node: an element of its array, or an option of a computed value.
  private(set) var element: Element?
  private(set) var mask: Mask
  /// The path inside an array, after the node.
  private(set) var inner: [Name?] = []
  /// The enclosing objects inside an array, nearest first.
  private(set) var around: [EnclosingObject] = []
  /// The path of references through which the value is used.
  var trail = Provenance.none

  /// An enclosing object inside an array.
  struct EnclosingObject {
    let object: Element
    let mask: Mask
    let inner: [Name?]
  }

  init(scope: Evaluation, key: Key, node: ViewNode, mask: Mask) {
    (self.scope, self.key, self.node, self.mask) = (scope, key, node, mask)
  }

  var source: SourceKey { SourceKey(key, inner) }

  var withoutTrail: ValuePosition {
    if trail.isEmpty { return self }
    var position = self
    position.trail = .none
    return position
  }

  func member(_ name: Name, _ node: ViewNode) -> ValuePosition {
    var member = ValuePosition(
      scope: scope, key: key.appending(name), node: node, mask: mask.descending(name))
    member.trail = trail.descending(name)
    return member
  }

  /// The position of all elements, each of which it may then hold.
  var atElements: ValuePosition {
    var elements = self
    elements.mask = mask.atElements
    elements.inner.append(nil)
    elements.trail = trail.descending(nil)
    return elements
  }

  func holding(_ element: Element) -> ValuePosition {
    var position = self
    position.element = element
    return position
  }

  private func member(_ name: Name, _ value: Element, in object: Element) -> ValuePosition {
    var member = holding(value)
    member.mask = mask.descending(name)
    member.inner.append(name)
    member.around.insert(EnclosingObject(object: object, mask: mask, inner: inner), at: 0)
    member.trail = trail.descending(name)
    return member
  }

  func outside(_ up: Int) -> ValuePosition {
    var position = withoutTrail.holding(around[up].object)
    (position.mask, position.inner) = (around[up].mask, around[up].inner)
    position.around = Array(around.dropFirst(up + 1))
    return position
  }

  var isLive: Bool { element != nil || node.isLive }

  var mayCompute: Bool { element?.isComputing ?? node.mayCompute }

  /// The value if it is a computed value, as written.
  var computed: Definition? { element.map(\.computed) ?? node.computed }

  /// The value if it contains no computed values.
  var plain: EffectiveValue { element?.value(mask) ?? node.value(mask) }

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
    case .found(var position):
      position.trail = position.trail.union(trail)
      return .found(position)
    case .made(let value): return .made(value.coming(along: trail))
    case .absent: return self
    }
  }

  var drawn: KeyTarget {
    switch self {
    case .found(let position):
      coming(along: Provenance(mask: .none, sources: ValueSources(same: [position.source])))
    case .made, .absent: self
    }
  }
}
