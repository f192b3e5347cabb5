import JSONSource

/// What is secret of a value and in it (A1).
package struct Mask {
  /// Whether all of it is.
  package let isSecret: Bool
  /// What is said of the value and below it.
  private let inside: [Statements]

  package static var none: Mask { Mask(isSecret: false, inside: []) }

  private init(isSecret: Bool, inside: [Statements]) {
    self.isSecret = isSecret
    self.inside = inside
  }

  /// The mask of the top, which no marker names.
  init(top statements: [Statements]) {
    self.init(isSecret: false, inside: statements.filter { $0.concerns.contains(.attribute) })
  }

  private init(_ isSecret: Bool, _ inside: [Statements]) {
    self.init(
      isSecret: isSecret || inside.contains { !$0.markers(.secret).isEmpty },
      inside: inside.filter { $0.concerns.contains(.attribute) })
  }

  /// Whether nothing is secret here or below.
  package var isNone: Bool { !isSecret && inside.isEmpty }

  package func descending(_ name: Name) -> Mask {
    if inside.isEmpty { return self }
    return Mask(isSecret, inside.flatMap { [$0.members[name], $0.any].compactMap { $0 } })
  }

  /// The mask of any element of an array: only `*` leads there.
  package var ofElements: Mask {
    inside.isEmpty ? self : Mask(isSecret, inside.compactMap(\.any))
  }

  /// This mask inside a computed value: what stands there is not written, so no key leads there.
  var closed: Mask { inside.isEmpty ? self : Mask(isSecret: isSecret, inside: []) }

  /// This mask where everything is secret.
  package var whole: Mask { Mask(isSecret: true, inside: inside) }

  package func union(_ other: Mask) -> Mask {
    if other.isNone { return self }
    if isNone { return other }
    return Mask(isSecret: isSecret || other.isSecret, inside: inside + other.inside)
  }
}

extension View {
  /// What is secret under a key in this scope.
  package func mask(_ key: Key) -> Mask {
    guard hasAttributes else { return .none }
    var mask = Mask(top: levels.map(\.statements))
    var entry: Entry? = root
    for name in key.names {
      mask = mask.descending(name)
      entry = entry?.members?.entry(name)
      if entry?.isComputedValue == true { mask = mask.closed }
    }
    return mask
  }
}

extension AskedScope {
  /// What is secret of a value as a step of an explanation shows it: the steps of a key inside an array
  /// or a computed value are those of what holds it, and a table of translations tells as much as what
  /// chooses from it.
  package func mask(ofStep written: Written, under key: Key) -> Mask {
    if isRevealing { return .none }
    let rest = view.deepest(key).rest
    let mask = view.mask(Key(Array(key.names.dropLast(rest.count))))
    return written.translatesSecret(in: view) ? mask.whole : mask
  }
}

extension Written {
  fileprivate func translatesSecret(in view: View) -> Bool {
    guard isComputing else { return false }
    return (node..<document.behind(node)).contains { node in
      guard case .reference(let reference, _, _?)? = file.computed(node)?.source,
        case .key(let key) = reference.target
      else { return false }
      var seen: Set<Key> = []
      return view.drawsOnSecret(key, &seen)
    }
  }
}

extension View {
  /// Whether a key is secret, or its value, as it is written, names a secret one, directly or through
  /// others; each is looked at once.
  fileprivate func drawsOnSecret(_ key: Key, _ seen: inout Set<Key>) -> Bool {
    var rest = [key]
    while let key = rest.popLast() {
      guard seen.insert(key).inserted else { continue }
      if mask(key).isSecret { return true }
      guard case .leaf(let written) = entryAround(key).state else { continue }
      for node in written.node..<written.document.behind(written.node) {
        rest += written.file.computed(node)?.keys ?? []
      }
    }
    return false
  }
}
