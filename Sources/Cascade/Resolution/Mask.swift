import JSONSource

/// The secrets of a value and everything in it (A1).
package struct Mask {
  package let isSecret: Bool
  private let inside: MaskStates.State?

  package static var none: Mask { Mask(isSecret: false, inside: nil) }

  private init(isSecret: Bool, inside: MaskStates.State?) {
    self.isSecret = isSecret
    self.inside = inside
  }

  package init(top secrets: PatternCursor) {
    self.init(isSecret: false, inside: secrets.isEmpty ? nil : MaskStates().state(of: secrets))
  }

  private init(_ isSecret: Bool, at inside: MaskStates.State) {
    self.init(isSecret: isSecret || inside.isSecret, inside: inside.isEmpty ? nil : inside)
  }

  package var isNone: Bool { !isSecret && inside == nil }

  package func descending(_ name: Name) -> Mask { descending(step: name) }

  func descending(_ names: [Name]) -> Mask {
    isNone ? self : names.reduce(self) { $0.descending($1) }
  }

  /// Only `*` and `**` match elements.
  package var atElements: Mask { descending(step: nil) }

  /// The mask of a member, or of the elements if there is no name.
  func descending(step: Name?) -> Mask {
    inside.map { Mask(isSecret, at: $0.next(step)) } ?? self
  }

  package var mayHoldSecret: Bool {
    isSecret || inside?.cursor.markersBelow().contains { $0.directive == .secret } ?? false
  }

  /// For wildcards, the union of the masks of all matching members.
  package func descending(_ part: KeyPattern.Part) -> Mask {
    switch part {
    case .name(let name): descending(name)
    case .like, .any: inside.map { Mask(isSecret, at: $0.with($0.cursor.atMembers)) } ?? self
    case .deep: inside.map { Mask(isSecret, at: $0.with($0.cursor.atAllBelow)) } ?? self
    }
  }

  package var whole: Mask { Mask(isSecret: true, inside: inside) }

  package func union(_ other: Mask) -> Mask {
    if other.isNone { return self }
    if isNone { return other }
    let both = inside.map { mine in
      other.inside.map {
        mine.cursor.isSame(as: $0.cursor) ? mine : mine.with(mine.cursor.joined(with: $0.cursor))
      } ?? mine
    }
    return Mask(isSecret: isSecret || other.isSecret, inside: both ?? other.inside)
  }
}

/// The states of the patterns of secrets, each once: thousands of keys lead through the same few.
private final class MaskStates {
  /// A state, valid without its mask.
  struct State {
    fileprivate let states: MaskStates
    fileprivate let number: Int

    var cursor: PatternCursor { states.cursors[number].cursor }
    var isSecret: Bool { states.cursors[number].isSecret }
    var isEmpty: Bool { cursor.isEmpty }

    func with(_ cursor: PatternCursor) -> State { states.state(of: cursor) }

    /// The state at a member, or at the elements if there is no name.
    func next(_ name: Name?) -> State {
      let edge = Edge(number: number, name: name)
      if let known = states.edges[edge] { return State(states: states, number: known) }
      let next = states.state(of: name.map(cursor.descending) ?? cursor.atElements)
      states.edges[edge] = next.number
      return next
    }
  }

  private struct Edge: Hashable {
    let number: Int
    let name: Name?
  }

  private var cursors: [(cursor: PatternCursor, isSecret: Bool)] = []
  private var numbers: [[ObjectIdentifier]: Int] = [:]
  private var edges: [Edge: Int] = [:]

  func state(of cursor: PatternCursor) -> State {
    let id = cursor.identity
    if let known = numbers[id] { return State(states: self, number: known) }
    let isSecret = cursor.places.contains { !$0.tree.markers(.secret).isEmpty }
    numbers[id] = cursors.count
    cursors.append((cursor, isSecret))
    return State(states: self, number: cursors.count - 1)
  }
}

extension EffectiveValue {
  /// Includes the secrets that the value was computed from.
  package func mask(_ outer: Mask, _ keys: SecretKeys) -> Mask {
    outer.union(mask).union(keys.mask(of: sources))
  }

  package func containsSecret(_ outer: Mask, _ keys: SecretKeys) -> Bool {
    if outer.isNone && keys.isEmpty && !isMasked { return false }
    let mask = mask(outer, keys)
    if mask.isSecret { return true }
    if mask.isNone && !isCompound { return false }
    if let elements { return elements.contains { $0.containsSecret(mask.atElements, keys) } }
    return members.contains { $0.value.containsSecret(mask.descending($0.name), keys) }
  }

  /// Whether a part was computed from secrets but is not declared secret by `key`.
  package func dependsOnSecret(under key: Mask) -> Bool {
    if key.isSecret || !isMasked { return false }
    if mask.isSecret { return true }
    if let elements { return elements.contains { $0.dependsOnSecret(under: key.atElements) } }
    return members.contains { $0.value.dependsOnSecret(under: key.descending($0.name)) }
  }
}

extension Definition {
  package func containsSecret(_ mask: Mask) -> Bool { !mask.secrets(in: document, node).isEmpty }
}

extension Evaluation {
  /// The mask of a key, even if secrets are revealed.
  package func mask(_ key: Key) -> Mask {
    var mask = topMask
    if mask.isNone { return mask }
    var node: ViewNode? = view.root
    var element: Element?
    for name in key.names {
      if let around = element {
        mask = around.isArray ? mask.atElements : mask.descending(name)
        element = around.inner(name)
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

/// A secret part of a written value, with the pattern of its key.
package struct SecretPart {
  package let node: Int
  package let key: KeyPattern
}

extension Mask {
  /// The outermost secrets, in file order; names that begin with `$` are ordinary unless `isAsWritten`.
  /// `hides` selects computed values that are secret for other reasons.
  package func secrets(
    in document: Document, _ node: Int, isAsWritten: Bool = true,
    hides: ((Int, KeyPattern) -> Bool)? = nil
  ) -> [SecretPart] {
    var walk = SecretWalk(document: document, isAsWritten: isAsWritten, hides: hides)
    walk.visit(node, self, [])
    return walk.found
  }
}

/// Visits a written value with the mask of each part.
private struct SecretWalk {
  let document: Document
  let isAsWritten: Bool
  let hides: ((Int, KeyPattern) -> Bool)?
  var isOfDirective = false
  var found: [SecretPart] = []

  mutating func visit(_ node: Int, _ mask: Mask, _ key: [KeyPattern.Part]) {
    if mask.isNone && hides == nil { return }
    if mask.isSecret { return hide(node, key) }
    switch document.kind(node) {
    case .array:
      for element in document.elements(node) { visit(element, mask.atElements, key) }
    case .object:
      let isComputed = isAsWritten && document.computedDirective(in: node) != nil
      if isComputed, hides?(node, KeyPattern(parts: key)) == true { return hide(node, key) }
      for member in document.members(node) {
        if isAsWritten && member.isDirective {
          visitDirective(member, mask, key)
        } else if isComputed {
          visitOption(member, mask, key)
        } else {
          visit(
            member.value, mask.descending(member.name),
            isOfDirective ? key : key + [.name(member.name)])
        }
      }
    default: break
    }
  }

  private mutating func hide(_ node: Int, _ key: [KeyPattern.Part]) {
    found.append(SecretPart(node: node, key: KeyPattern(parts: key)))
  }

  /// A default and the values of a map have the key of the computed value.
  private mutating func visitOption(_ member: Member, _ mask: Mask, _ key: [KeyPattern.Part]) {
    switch modifier(member) {
    case .default: visit(member.value, mask, key)
    case .map where document.kind(member.value) == .object:
      for row in document.members(member.value) where !row.isDirective {
        visit(row.value, mask, key)
      }
    default: break
    }
  }

  private func modifier(_ member: Member) -> Directive.Modifier? {
    .init(rawValue: String(decoding: document.names.bytes(of: member.name), as: UTF8.self))
  }

  /// `$remove` and `$type` contain values of the keys that they name.
  private mutating func visitDirective(_ member: Member, _ mask: Mask, _ key: [KeyPattern.Part]) {
    let directive = document.directive(member)
    guard directive == .remove || directive == .type, document.kind(member.value) == .object
    else { return }
    for entry in document.members(member.value) {
      let text = document.text(entry.nameIndex)
      guard let pattern = try? KeySyntax.pattern(text, document.names) else { continue }
      let inner = pattern.parts.reduce(mask) { $0.descending($1) }
      isOfDirective = true
      if directive == .remove {
        visit(entry.value, inner, key + pattern.parts)
      } else {
        visitType(entry.value, inner, key + pattern.parts)
      }
      isOfDirective = false
    }
  }

  private mutating func visitType(_ node: Int, _ mask: Mask, _ key: [KeyPattern.Part]) {
    guard !mask.isNone, document.kind(node) == .object else { return }
    for member in document.members(node) where !member.isDirective {
      switch modifier(member) {
      case .type: break
      case _ where mask.isSecret: hide(member.value, key)
      case .enum where document.kind(member.value) == .array:
        for value in document.elements(member.value) { visit(value, mask, key) }
      case .items: visitType(member.value, mask.atElements, key)
      default: break
      }
    }
  }
}
