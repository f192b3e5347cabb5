import JSONSource

extension View {
  /// The node at which a key's way through objects ends, and the names that are left.
  package func deepest(_ key: Key) -> (node: ViewNode, rest: ArraySlice<Name>) {
    var node = root
    var rest = key.names[...]
    while let name = rest.first {
      // The top is an object in any case, which need not be looked into.
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

  /// Whether a key leads into an array or a computed value, where no directive names anything.
  package func leadsInside(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    return !rest.isEmpty && (node.isArray || node.isComputedValue)
  }

  /// The node that a key leads to or into.
  func nodeAround(_ key: Key) -> ViewNode { deepest(key).node }

  /// The array of which a key names an element, if it does (K3).
  package func arrayIndexed(by key: Key) -> Key? {
    let (node, rest) = deepest(key)
    guard let name = rest.first, node.isArray,
      names.index(name) != nil || names.bytes(of: name).elementsEqual("+".utf8)
    else { return nil }
    return Key(Array(key.names.dropLast(rest.count)))
  }

  /// Opens what is included at, above and below a key; tells what could not be.
  ///
  /// Where an object around the key meets a value of another kind, or a strategy that replaces, all that
  /// stands in it decides: whether it writes anything, and whether something in it is final (D45).
  package func openInclusions(along key: Key) -> [Diagnostic] {
    let including = levels.filter(\.hasInclusions)
    if including.isEmpty { return [] }
    let problems = including.flatMap { $0.openInclusions(along: key) }
    var node: ViewNode? = root
    var inForce = inForce
    for (index, name) in key.names.enumerated() {
      node = node?.member(name)
      inForce = inForce?.descending(name)
      let decides =
        node?.hasOtherKind == true
        || inForce?.strategy(at: .max, \.fitsObjects) == .replace
      if decides {
        let around = Key(Array(key.names[...index]))
        // That is all that is opened along the key, and more.
        return including.flatMap { $0.openInclusions(along: around) }
      }
    }
    return problems
  }

  /// Why a key has no value; nil also where it was never set.
  package func absence(_ key: Key) -> Absence? {
    let (node, rest) = deepest(key)
    return rest.isEmpty ? node.absence : elementAbsence(rest, behind: node)
  }

  /// Why a key that leads into an array or beyond has no value: what its member had, else what a
  /// farther level's array had.
  func elementAbsence(_ rest: ArraySlice<Name>, behind node: ViewNode) -> Absence? {
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

  /// Whether any level of the lineage speaks of the key, or of something that it leads into.
  package func mentions(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    if rest.isEmpty { return node.isLive || node.absence != nil || node.isMentioned }
    if node.isComputedValue { return true }
    if let element = rest.first.flatMap(names.index).flatMap(node.element),
      element.leads(rest.dropFirst(), names)
    {
      return true
    }
    return elementAbsence(rest, behind: node) != nil
  }

  /// Whether a key leads to an element of an array, or into one.
  package func hasElement(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    guard let index = rest.first.flatMap(names.index) else { return false }
    return node.element(index)?.leads(rest.dropFirst(), names) == true
  }

  /// Whether any level of the lineage writes or marks a key that a pattern names; what is in arrays and
  /// computed values is not looked at, unless a `*` names elements, too.
  package func mentions(_ pattern: KeyPattern, withElements: Bool = false) -> Bool {
    root.mentions(PatternWay(pattern), withElements)
  }
}

extension ViewNode {
  /// Whether a key that a pattern names was ever spoken of, here or below.
  fileprivate func mentions(_ way: PatternWay, _ withElements: Bool) -> Bool {
    if way.isAtEnd, !isTop, isLive || absence != nil || isMentioned { return true }
    let element = way.behindElement
    if withElements, !element.isEmpty, let elements, elements.contains(where: { $0.has(element) }) {
      return true
    }
    return way.next(among: mentionedNames()).contains {
      member($0)?.mentions($1, withElements) == true
    }
  }
}

extension Element {
  /// Whether a pattern names this one, or something in it.
  fileprivate func has(_ way: PatternWay) -> Bool {
    if way.isEmpty { return false }
    return way.isAtEnd || elements.contains { $0.has(way.behindElement) }
      || members.contains { $0.value.has(way.descending($0.name)) }
  }

  /// Whether array indexes and names lead to a value in this one, as it is written (K3).
  package func leads(_ path: ArraySlice<Name>, _ names: NameTable) -> Bool {
    inner(path, names) != nil
  }

  /// The value to which array indexes and names lead in this one, as it is written.
  package func inner(_ path: ArraySlice<Name>, _ names: NameTable) -> Element? {
    path.reduce(self) { $0?.inner($1, names) }
  }
}
