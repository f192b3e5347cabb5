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

  /// Whether a value of a document, shown under this mask, holds something secret; what is in directives
  /// counts or not, and by itself as under any other name.
  package func holdsSecret(
    _ document: Document, _ node: Int = 0, withDirectives: Bool = true
  ) -> Bool {
    if isSecret { return true }
    if isNone { return false }
    switch document.kind(node) {
    case .array:
      return document.elements(node).contains {
        ofElements.holdsSecret(document, $0, withDirectives: withDirectives)
      }
    case .object:
      return document.members(node).contains {
        (withDirectives || !$0.isDirective)
          && descending($0.name).holdsSecret(document, $0.value, withDirectives: withDirectives)
      }
    default: return false
    }
  }

  /// This mask inside a computed value: what stands there is not written, so no key leads there.
  package var closed: Mask { inside == nil ? self : Mask(isSecret: isSecret, inside: nil) }

  /// This mask where everything is secret.
  package var whole: Mask { Mask(isSecret: true, inside: inside) }

  package func union(_ other: Mask) -> Mask {
    if other.isNone { return self }
    if isNone { return other }
    let both = inside.map { mine in other.inside.map { mine.joined(with: $0) } ?? mine }
    return Mask(isSecret: isSecret || other.isSecret, inside: both ?? other.inside)
  }
}

extension EffectiveValue {
  /// Whether something in it is secret where it is shown under a mask.
  package func holdsSecret(_ outer: Mask) -> Bool {
    let mask = outer.union(self.mask)
    if mask.isSecret { return true }
    if mask.isNone && !isCompound { return false }
    if let elements { return elements.contains { $0.holdsSecret(mask.ofElements) } }
    return kind == .object
      && members.contains { $0.value.holdsSecret(mask.descending($0.name)) }
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
    mask.holdsSecret(document, node, withDirectives: false)
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
      if node?.isComputedValue == true || element?.isComputed == true { mask = mask.closed }
    }
    return mask
  }
}
