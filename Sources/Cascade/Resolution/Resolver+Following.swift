import JSONSource

extension Resolver {
  func locate(_ key: Key, in scope: Evaluation) throws(Interruption) -> KeyTarget {
    if let problems = scope.problems(along: key) { throw fail(.given(problems)) }
    return try descend(scope.top, key.names[...])
  }

  func descend(_ start: ValuePosition, _ rest: ArraySlice<Name>) throws(Interruption) -> KeyTarget {
    var (position, rest) = (start, rest)
    while true {
      switch position.node.state {
      case .leaf(let written) where written.isComputed:
        return try descend(try reduced(written, position), rest)
      case .leaf(let written) where written.isArray && !rest.isEmpty:
        return try descend(Element(written), position, rest)
      case .array(let merged) where !rest.isEmpty:
        guard let index = rest.first.flatMap(names.index), index < merged.elements.count else {
          break
        }
        return try descend(merged.elements[index], position.atElement, rest.dropFirst())
      default: break
      }
      guard let name = rest.popFirst() else {
        return position.node.isLive ? .node(position) : .absent(position.node.absence)
      }
      guard let member = position.node.member(name) else { return .absent(nil) }
      position = position.member(name, member)
    }
  }

  func descend(
    _ start: Element, _ position: ValuePosition, _ rest: ArraySlice<Name>
  ) throws(Interruption) -> KeyTarget {
    var (element, position, rest) = (start, position, rest)
    while true {
      if case .written(let written) = element.content {
        if written.isComputed {
          return try descend(try reduced(written, position), rest)
        }
        if let first = rest.first, written.isArray {
          guard let inner = written.inner(first) else { return .absent(nil) }
          element = Element(inner)
          position = position.atElement
          rest.removeFirst()
          continue
        }
      }
      guard let name = rest.popFirst() else { return .inner(element, position) }
      guard let member = element.member(name) else { return .absent(nil) }
      position = position.inside(element, name)
      element = member
    }
  }

  private func reduced(
    _ written: Definition, _ position: ValuePosition
  ) throws(Interruption) -> KeyTarget {
    try need(.reduced(written, position.withoutTrail)).located.coming(along: position.trail)
  }

  func descend(_ located: KeyTarget, _ rest: ArraySlice<Name>) throws(Interruption) -> KeyTarget {
    guard !rest.isEmpty else { return located }
    switch located {
    case .node(let position): return try descend(position, rest)
    case .inner(let element, let position): return try descend(element, position, rest)
    case .absent: return .absent(nil)
    case .made(var value):
      for name in rest {
        guard let member = value.member(name, names) else { return .absent(nil) }
        value = member
      }
      return .made(value)
    }
  }
}
