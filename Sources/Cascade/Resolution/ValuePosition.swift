import JSONSource

/// The position of a value, to which its references are relative.
struct ValuePosition {
  let scope: Evaluation
  let key: Key
  let node: ViewNode
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

  var atElement: ValuePosition {
    var element = self
    element.mask = mask.atElements
    element.inner.append(nil)
    element.trail = trail.descending(nil)
    return element
  }

  func inside(_ object: Element, _ name: Name) -> ValuePosition {
    var member = self
    member.mask = mask.descending(name)
    member.inner.append(name)
    member.around.insert(EnclosingObject(object: object, mask: mask, inner: inner), at: 0)
    member.trail = trail.descending(name)
    return member
  }

  func outside(_ up: Int) -> ValuePosition {
    var position = withoutTrail
    (position.mask, position.inner) = (around[up].mask, around[up].inner)
    position.around = Array(around.dropFirst(up + 1))
    return position
  }
}

/// The target of a key, with computed values on the path evaluated.
enum KeyTarget {
  /// A node with a value that is not a computed value.
  case node(ValuePosition)
  /// A value in an array, or a default; not a computed value.
  case inner(Element, ValuePosition)
  case made(EffectiveValue)
  case absent(Absence?)

  func coming(along trail: Provenance) -> KeyTarget {
    if trail.isEmpty { return self }
    switch self {
    case .node(var position):
      position.trail = position.trail.union(trail)
      return .node(position)
    case .inner(let element, var position):
      position.trail = position.trail.union(trail)
      return .inner(element, position)
    case .made(let value): return .made(value.coming(along: trail))
    case .absent: return self
    }
  }

  var drawn: KeyTarget {
    switch self {
    case .node(let position), .inner(_, let position):
      coming(along: Provenance(mask: .none, sources: ValueSources(position.source)))
    case .made, .absent: self
    }
  }
}
