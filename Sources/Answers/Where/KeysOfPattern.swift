import Cascade
import JSONSource

extension ViewNode {
  /// Calls `body` for every key, also of array elements, that some level mentions and the pattern names; not as named
  /// for computed values and elements of replaced arrays, which may have keys that no level mentions.
  func forEachMention(
    _ way: PatternState, _ key: Key, _ names: NameTable, _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    if way.isAtEnd, !isTop, isLive || isMentioned { body(key, true) }
    for (name, way) in way.next(among: mentionedNames()) {
      member(name)?.forEachMention(way, key.appending(name), names, body)
    }
    forEachElement(way, key, names, body)
    forEachUnlisted(way, key, names, chain, body)
  }

  func forEachElement(
    _ way: PatternState, _ key: Key, _ names: NameTable, _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    guard !isTop, way.canContinue, let elements else { return }
    for (index, element) in elements.enumerated() {
      element.forEach(way, key, at: index, names, body)
    }
  }

  func forEachUnlisted(
    _ way: PatternState, _ key: Key, _ names: NameTable, _ added: some Sequence<ViewNode>,
    _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    if isTop || !way.canContinue { return }
    if isComputedValue { body(key, false) }
    let arrays = added.flatMap { $0.written.filter(\.isArray) }
    // The elements of the effective array are listed.
    if arrays.count == 1, case .leaf(let written) = state, written.isArray { return }
    for array in arrays {
      for (index, element) in Element(array).elements.enumerated() {
        element.forEach(way, key, at: index, names) { key, _ in body(key, false) }
      }
    }
  }
}

extension Element {
  func forEach(
    _ way: PatternState, _ key: Key, at index: Int, _ names: NameTable,
    _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    let name = names.intern(Array(String(index).utf8))
    forEach(way.descending(element: name), key.appending(name), names, body)
  }

  private func forEach(
    _ way: PatternState, _ key: Key, _ names: NameTable, _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    if way.isAtEnd { body(key, true) }
    if !way.canContinue { return }
    if isComputed { body(key, false) }
    for (name, value) in members {
      value.forEach(way.descending(name), key.appending(name), names, body)
    }
    for (index, element) in elements.enumerated() {
      element.forEach(way, key, at: index, names, body)
    }
  }
}

extension Delta {
  func forEach(
    _ way: PatternState, _ key: Key, _ names: NameTable, _ body: (Key, _ isNamed: Bool) -> Void
  ) {
    if way.isAtEnd, !key.names.isEmpty { body(key, true) }
    if isScalar {
      if way.canContinue, node?.isComputedValue == true { body(key, false) }
      return
    }
    for (name, way) in way.next(among: self.names) {
      member(name)?.forEach(way, key.appending(name), names, body)
    }
    // Elements of the former array may have no value now.
    for node in [node, old] { node?.forEachElement(way, key, names, body) }
    node?.forEachUnlisted(way, key, names, addedNodes, body)
  }
}
