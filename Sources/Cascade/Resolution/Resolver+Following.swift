import JSONSource

/// The ways that keys lead, through objects, arrays and what computed values come to.
extension Resolver {
  /// What a key leads to in a scope.
  func locate(_ key: Key, in scope: Standpoint) throws(Unresolved) -> Located {
    try cover(key, in: scope)
    let top = Spot(
      scope: scope, key: Key(), entry: scope.view.root, mask: scope.view.mask(Key()))
    return try descend(top, key.names[...])
  }

  /// Follows names from an entry on.
  func descend(_ start: Spot, _ rest: ArraySlice<Name>) throws(Unresolved) -> Located {
    var (spot, rest) = (start, rest)
    while true {
      switch spot.entry.state {
      case .leaf(let written) where written.isComputed:
        return try descend(try reduce(written, spot), rest)
      case .leaf(let written) where written.isArray && !rest.isEmpty:
        return try descend(Element(written), spot, rest)
      case .array(let merged) where !rest.isEmpty:
        guard let index = rest.first.flatMap(names.index), index < merged.elements.count else {
          break
        }
        return try descend(
          merged.elements[index], spot.with(spot.mask.ofElements), rest.dropFirst())
      default: break
      }
      guard let name = rest.popFirst() else {
        return spot.entry.isLive ? .entry(spot.entry, spot) : .absent(spot.entry.absence)
      }
      guard let member = spot.entry.members?.entry(name) else { return .absent(nil) }
      spot = Spot(
        scope: spot.scope, key: spot.key.appending(name), entry: member,
        mask: spot.mask.descending(name))
    }
  }

  /// Follows names from a value on that no key leads to.
  func descend(
    _ start: Element, _ spot: Spot, _ rest: ArraySlice<Name>
  ) throws(Unresolved) -> Located {
    var (element, spot, rest) = (start, spot, rest)
    while true {
      if case .written(let written) = element.content {
        if written.isComputed { return try descend(try reduce(written, spot), rest) }
        if let first = rest.first, written.isArray {
          guard let index = names.index(first),
            let node = written.document.elements(written.node).dropFirst(index)
              .first(where: { _ in true })
          else { return .absent(nil) }
          element = Element(written.at(node))
          spot = spot.with(spot.mask.ofElements)
          rest.removeFirst()
          continue
        }
      }
      guard let name = rest.popFirst() else { return .inner(element, spot) }
      guard let member = element.member(name) else { return .absent(nil) }
      spot.around.insert((element, spot.mask), at: 0)
      spot = spot.with(spot.mask.descending(name))
      element = member
    }
  }

  /// Follows names from what was located.
  func descend(
    _ located: Located, _ rest: ArraySlice<Name>
  ) throws(Unresolved) -> Located {
    guard !rest.isEmpty else { return located }
    switch located {
    case .entry(_, let spot): return try descend(spot, rest)
    case .inner(let element, let spot): return try descend(element, spot, rest)
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
