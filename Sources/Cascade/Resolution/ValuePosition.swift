import JSONSource

/// Where a value stands: all that a computed value there may count from.
struct ValuePosition {
  let scope: Evaluation
  let key: Key
  /// The node of the key.
  let node: ViewNode
  private(set) var mask: Mask
  /// The way to a value that no key leads to, from that of the node.
  private(set) var inner: [Name?] = []
  /// The objects around it that no key leads to, the nearest first.
  private(set) var around: [Around] = []
  /// How a value came here from where it is used. It is no part of the value of the place.
  var trail = Trail.none

  struct Around {
    let object: Element
    let mask: Mask
    let inner: [Name?]
  }

  init(scope: Evaluation, key: Key, node: ViewNode, mask: Mask) {
    (self.scope, self.key, self.node, self.mask) = (scope, key, node, mask)
  }

  /// The place as reports ask whether it is secret.
  var source: SourceKey { SourceKey(key, inner) }

  var withoutTrail: ValuePosition {
    if trail.isEmpty { return self }
    var position = self
    position.trail = .none
    return position
  }

  /// The position of a member of the node.
  func member(_ name: Name, _ node: ViewNode) -> ValuePosition {
    var member = ValuePosition(
      scope: scope, key: key.appending(name), node: node, mask: mask.descending(name))
    member.trail = trail.descending(name)
    return member
  }

  /// The position of an element of an array here.
  var ofElement: ValuePosition {
    var element = self
    element.mask = mask.ofElements
    element.inner.append(nil)
    element.trail = trail.descending(nil)
    return element
  }

  /// The position of a member of an object that stands in an array here.
  func inside(_ object: Element, _ name: Name) -> ValuePosition {
    var member = self
    member.mask = mask.descending(name)
    member.inner.append(name)
    member.around.insert(Around(object: object, mask: mask, inner: inner), at: 0)
    member.trail = trail.descending(name)
    return member
  }

  /// The position of an object around it, counted from the nearest.
  func outside(_ up: Int) -> ValuePosition {
    var position = withoutTrail
    (position.mask, position.inner) = (around[up].mask, around[up].inner)
    position.around = Array(around.dropFirst(up + 1))
    return position
  }
}

/// What stands at the end of a key's way, in a form that needs no working out by itself.
enum Located {
  /// A node that has a value, which is no computed one.
  case node(ValuePosition)
  /// A value inside an array, or a default; no computed one.
  case inner(Element, ValuePosition)
  case made(EffectiveValue)
  case absent(Absence?)

  /// The same where it came by keys.
  func coming(along trail: Trail) -> Located {
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

  /// The same where the key that has it is one of its sources.
  var drawn: Located {
    switch self {
    case .node(let position), .inner(_, let position):
      coming(along: Trail(mask: .none, sources: ValueSources(position.source)))
    case .made, .absent: self
    }
  }
}
