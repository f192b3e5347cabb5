import JSONSource

/// What is secret of a value and in it (A1).
package struct Mask {
  /// Whether all of it is.
  package let isSecret: Bool
  /// What is said of the value and below it.
  private let inside: PatternCursor?

  package static var none: Mask { Mask(isSecret: false, inside: nil) }

  private init(isSecret: Bool, inside: PatternCursor?) {
    self.isSecret = isSecret
    self.inside = inside
  }

  /// The mask of the top, which no marker names.
  package init(top attributes: PatternCursor) {
    self.init(isSecret: false, inside: attributes.isEmpty ? nil : attributes)
  }

  private init(_ isSecret: Bool, at inside: PatternCursor) {
    let names = isSecret || inside.places.contains { !$0.tree.markers(.secret).isEmpty }
    self.init(isSecret: names, inside: inside.isEmpty ? nil : inside)
  }

  /// Whether nothing is secret here or below.
  package var isNone: Bool { !isSecret && inside == nil }

  package func descending(_ name: Name) -> Mask {
    inside.map { Mask(isSecret, at: $0.descending(name)) } ?? self
  }

  /// The mask of any element of an array: only `*` and `**` lead there.
  package var ofElements: Mask { inside.map { Mask(isSecret, at: $0.ofElements) } ?? self }

  /// Whether something is or may be secret here or below.
  package var mayHoldSecret: Bool {
    isSecret || inside?.markersBelow().contains { $0.directive == .secret } ?? false
  }

  /// The mask of what a pattern's part names: of every member where it may stand for any, of all that is inside
  /// where it is a `**`.
  package func descending(_ part: KeyPattern.Part) -> Mask {
    switch part {
    case .name(let name): descending(name)
    case .like, .any: inside.map { Mask(isSecret, at: $0.ofMembers) } ?? self
    case .deep: inside.map { Mask(isSecret, at: $0.ofAll) } ?? self
    }
  }

  /// This mask where everything is secret.
  package var whole: Mask { Mask(isSecret: true, inside: inside) }

  package func union(_ other: Mask) -> Mask {
    if other.isNone { return self }
    if isNone { return other }
    let both = inside.map { mine in
      other.inside.map { mine.isSame(as: $0) ? mine : mine.joined(with: $0) } ?? mine
    }
    return Mask(isSecret: isSecret || other.isSecret, inside: both ?? other.inside)
  }
}

extension EffectiveValue {
  /// What is secret in it where it is shown under a mask, and a report calls keys secret.
  package func mask(_ outer: Mask, _ keys: SecretKeys) -> Mask {
    outer.union(mask).union(keys.mask(of: sources))
  }

  /// Whether something in it is secret then.
  package func holdsSecret(_ outer: Mask, _ keys: SecretKeys) -> Bool {
    let mask = mask(outer, keys)
    if mask.isSecret { return true }
    if mask.isNone && !isCompound { return false }
    if let elements { return elements.contains { $0.holdsSecret(mask.ofElements, keys) } }
    return kind == .object
      && members.contains { $0.value.holdsSecret(mask.descending($0.name), keys) }
  }
}

extension EffectiveValue {
  /// Whether something in it draws on what is secret, and is not itself called so where its key's mask is
  /// this one.
  package func drawsOnSecret(under key: Mask) -> Bool {
    if key.isSecret || mask.isNone && !isCompound { return false }
    if mask.isSecret { return true }
    if let elements { return elements.contains { $0.drawsOnSecret(under: key.ofElements) } }
    return kind == .object
      && members.contains { $0.value.drawsOnSecret(under: key.descending($0.name)) }
  }
}

extension Definition {
  /// Whether something in it is secret, as it is written.
  package func holdsSecret(_ mask: Mask) -> Bool {
    !mask.secrets(in: document, node).isEmpty
  }
}

extension Evaluation {
  /// What is secret under a key in this scope, where secrets are not shown.
  package func mask(_ key: Key) -> Mask {
    var mask = top.mask
    if mask.isNone { return mask }
    var node: ViewNode? = view.root
    var element: Element?
    for name in key.names {
      if let around = element {
        mask = around.isArray ? mask.ofElements : mask.descending(name)
        element = around.inner(name, view.names)
      } else if let index = view.names.index(name), let array = node, array.isArray {
        // Some level may have an object with a member of this name.
        let ofMember = node?.member(name).map { _ in mask.descending(name) }
        mask = ofMember.map(mask.ofElements.union) ?? mask.ofElements
        (node, element) = (nil, array.element(index))
      } else {
        mask = mask.descending(name)
        node = node?.member(name)
      }
    }
    return mask
  }
}
