import JSONSource

/// Where a value stands: all that a computed value there may count from.
struct ValuePosition {
  let scope: Evaluation
  let key: Key
  /// The node of the key.
  let node: ViewNode
  let mask: Mask
  /// The objects around it that no key leads to, the nearest first.
  var around: [(object: Element, mask: Mask)] = []

  func with(_ mask: Mask) -> ValuePosition {
    ValuePosition(scope: scope, key: key, node: node, mask: mask, around: around)
  }

  /// The position of a member of the node.
  func member(_ name: Name, _ node: ViewNode) -> ValuePosition {
    ValuePosition(
      scope: scope, key: key.appending(name), node: node, mask: mask.descending(name))
  }

  /// The position of a member of an object that stands in an array here.
  func inside(_ object: Element, _ name: Name) -> ValuePosition {
    var inner = with(mask.descending(name))
    inner.around.insert((object, mask), at: 0)
    return inner
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
}
