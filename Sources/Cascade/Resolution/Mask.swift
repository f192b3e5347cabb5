import JSONSource

/// The secrets of a value and everything in it (A1).
package struct Mask {
  package let isSecret: Bool
  private let inside: PatternCursor?

  package static var none: Mask { Mask(isSecret: false, inside: nil) }

  private init(isSecret: Bool, inside: PatternCursor?) {
    self.isSecret = isSecret
    self.inside = inside
  }

  package init(top attributes: PatternCursor) {
    self.init(isSecret: false, inside: attributes.isEmpty ? nil : attributes)
  }

  private init(_ isSecret: Bool, at inside: PatternCursor) {
    let names = isSecret || inside.places.contains { !$0.tree.markers(.secret).isEmpty }
    self.init(isSecret: names, inside: inside.isEmpty ? nil : inside)
  }

  package var isNone: Bool { !isSecret && inside == nil }

  package func descending(_ name: Name) -> Mask {
    inside.map { Mask(isSecret, at: $0.descending(name)) } ?? self
  }

  /// Only `*` and `**` match elements.
  package var atElements: Mask { inside.map { Mask(isSecret, at: $0.atElements) } ?? self }

  package var mayHoldSecret: Bool {
    isSecret || inside?.markersBelow().contains { $0.directive == .secret } ?? false
  }

  /// For wildcards, the union of the masks of all matching members.
  package func descending(_ part: KeyPattern.Part) -> Mask {
    switch part {
    case .name(let name): descending(name)
    case .like, .any: inside.map { Mask(isSecret, at: $0.atMembers) } ?? self
    case .deep: inside.map { Mask(isSecret, at: $0.atAllBelow) } ?? self
    }
  }

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
  /// Includes the secrets that the value was computed from.
  package func mask(_ outer: Mask, _ keys: SecretKeys) -> Mask {
    outer.union(mask).union(keys.mask(of: sources))
  }

  package func containsSecret(_ outer: Mask, _ keys: SecretKeys) -> Bool {
    let mask = mask(outer, keys)
    if mask.isSecret { return true }
    if mask.isNone && !isCompound { return false }
    if let elements { return elements.contains { $0.containsSecret(mask.atElements, keys) } }
    return kind == .object
      && members.contains { $0.value.containsSecret(mask.descending($0.name), keys) }
  }
}

extension EffectiveValue {
  /// Whether a part was computed from secrets but is not declared secret by `key`.
  package func dependsOnSecret(under key: Mask) -> Bool {
    if key.isSecret || mask.isNone && !isCompound { return false }
    if mask.isSecret { return true }
    if let elements { return elements.contains { $0.dependsOnSecret(under: key.atElements) } }
    return kind == .object
      && members.contains { $0.value.dependsOnSecret(under: key.descending($0.name)) }
  }
}

extension Definition {
  package func containsSecret(_ mask: Mask) -> Bool {
    !mask.secrets(in: document, node).isEmpty
  }
}

extension Evaluation {
  /// The mask of a key, even if secrets are revealed.
  package func mask(_ key: Key) -> Mask {
    var mask = top.mask
    if mask.isNone { return mask }
    var node: ViewNode? = view.root
    var element: Element?
    for name in key.names {
      if let around = element {
        mask = around.isArray ? mask.atElements : mask.descending(name)
        element = around.inner(name, view.names)
      } else if let index = view.names.index(name), let array = node, array.isArray {
        // Another level may have an object with this member name.
        let ofMember = node?.member(name).map { _ in mask.descending(name) }
        mask = ofMember.map(mask.atElements.union) ?? mask.atElements
        (node, element) = (nil, array.element(index))
      } else {
        mask = mask.descending(name)
        node = node?.member(name)
      }
    }
    return mask
  }
}
