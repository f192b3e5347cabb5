import JSONSource

extension View {
  /// The last node along a key's path through objects, and the remaining names.
  package func deepest(_ key: Key) -> (node: ViewNode, rest: ArraySlice<Name>) {
    var node = root
    var rest = key.names[...]
    while let name = rest.first {
      // The top is always an object; evaluating it would be wasted.
      if !node.isTop {
        switch node.state {
        case .leaf(let written) where written.isArray || written.isComputed: return (node, rest)
        case .array: return (node, rest)
        default: break
        }
      }
      guard let member = node.sharedMember(name) else { return (node, rest) }
      node = member
      rest.removeFirst()
    }
    return (node, rest)
  }

  package func leadsInside(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    return !rest.isEmpty && (node.isArray || node.isComputedValue)
  }

  func nodeAround(_ key: Key) -> ViewNode { deepest(key).node }

  /// The array if the next name is an index or `+` (K3).
  package func arrayIndexed(by key: Key) -> Key? {
    let (node, rest) = deepest(key)
    guard let name = rest.first, node.isArray,
      names.index(name) != nil || names.bytes(of: name).elementsEqual("+".utf8)
    else { return nil }
    return Key(Array(key.names.dropLast(rest.count)))
  }

  /// An object that meets another kind or a replacing strategy needs all its inclusions (D45).
  package func openInclusions(along key: Key) -> [Diagnostic] {
    let including = levels.filter(\.hasInclusions)
    if including.isEmpty { return [] }
    let problems = including.flatMap { $0.openInclusions(along: key) }
    var node: ViewNode? = root
    var activeDeclarations = activeDeclarations
    for (index, name) in key.names.enumerated() {
      node = node?.member(name)
      activeDeclarations = activeDeclarations?.descending(name)
      let decides =
        node?.hasOtherKind == true
        || activeDeclarations?.strategy(at: .max, \.fitsObjects) == .replace
      if decides {
        let around = Key(Array(key.names[...index]))
        // These include all inclusions along the key.
        return including.flatMap { $0.openInclusions(along: around) }
      }
    }
    return problems
  }

  /// nil if the key is not set anywhere.
  package func absence(_ key: Key) -> Absence? {
    let (node, rest) = deepest(key)
    return rest.isEmpty ? node.absence : elementAbsence(rest, after: node)
  }

  /// The reason of the array's member, otherwise of an earlier array with the element.
  func elementAbsence(_ rest: ArraySlice<Name>, after node: ViewNode) -> Absence? {
    var inner: ViewNode? = node
    for name in rest { inner = inner?.member(name) }
    if let inner, !rest.isEmpty { return inner.absence }
    var taken: Absence?
    for node in node.chain {
      if let part = node.written.last {
        if part.isArray, Element(part).leads(rest, names) {
          if case .replaced(let nearer)? = taken?.withdrawal, nearer.isArray {
            taken?.isOfOtherArray = true
          }
          return taken
        }
        taken = Absence(withdrawal: .replaced(by: part))
      }
      if case .withdrawn(let withdrawal)? = node.displacement {
        taken = Absence(withdrawal: withdrawal)
      }
    }
    return nil
  }

  package func mentions(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    if rest.isEmpty { return node.isLive || node.absence != nil || node.isMentioned }
    if node.isComputedValue { return true }
    if let element = rest.first.flatMap(names.index).flatMap(node.element),
      element.leads(rest.dropFirst(), names)
    {
      return true
    }
    return elementAbsence(rest, after: node) != nil
  }

  package func hasElement(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    guard let index = rest.first.flatMap(names.index) else { return false }
    return node.element(index)?.leads(rest.dropFirst(), names) == true
  }

  /// Arrays are searched only if `withElements` is true.
  package func mentions(_ pattern: KeyPattern, withElements: Bool = false) -> Bool {
    root.mentions(PatternState(pattern), withElements)
  }
}

extension ViewNode {
  fileprivate func mentions(_ way: PatternState, _ withElements: Bool) -> Bool {
    if way.isAtEnd, !isTop, isLive || absence != nil || isMentioned { return true }
    let element = way.afterElement
    if withElements, !element.isEmpty, let elements, elements.contains(where: { $0.has(element) }) {
      return true
    }
    return way.next(among: mentionedNames()).contains {
      member($0)?.mentions($1, withElements) == true
    }
  }
}

extension Element {
  fileprivate func has(_ way: PatternState) -> Bool {
    if way.isEmpty { return false }
    return way.isAtEnd || elements.contains { $0.has(way.afterElement) }
      || members.contains { $0.value.has(way.descending($0.name)) }
  }

  package func leads(_ path: ArraySlice<Name>, _ names: NameTable) -> Bool {
    inner(path, names) != nil
  }

  package func inner(_ path: ArraySlice<Name>, _ names: NameTable) -> Element? {
    path.reduce(self) { $0?.inner($1, names) }
  }
}
