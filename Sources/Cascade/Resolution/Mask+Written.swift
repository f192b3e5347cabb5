import JSONSource

/// A secret part of a written value, with the pattern of its key.
package struct SecretPart {
  package let node: Int
  package let key: KeyPattern
}

extension Mask {
  /// The outermost secrets, in file order. `hides` selects computed values that are secret for other reasons.
  package func secrets(
    in document: Document, _ node: Int, at key: Key = Key(),
    hides: ((Int, KeyPattern) -> Bool)? = nil
  ) -> [SecretPart] {
    var walk = SecretWalk(document: document, isAsWritten: true, hides: hides)
    walk.visit(node, self, key.names.map(KeyPattern.Part.name))
    return walk.found
  }

  /// Names that begin with `$` are ordinary in data.
  package func secrets(inData document: Document, _ node: Int) -> [SecretPart] {
    var walk = SecretWalk(document: document, isAsWritten: false, hides: nil)
    walk.visit(node, self, [])
    return walk.found
  }
}

/// Visits a written value with the mask of each part.
private struct SecretWalk {
  let document: Document
  let isAsWritten: Bool
  let hides: ((Int, KeyPattern) -> Bool)?
  private var isOfDirective = false
  private(set) var found: [SecretPart] = []

  init(document: Document, isAsWritten: Bool, hides: ((Int, KeyPattern) -> Bool)?) {
    (self.document, self.isAsWritten, self.hides) = (document, isAsWritten, hides)
  }

  mutating func visit(_ node: Int, _ mask: Mask, _ key: [KeyPattern.Part]) {
    if mask.isNone && hides == nil { return }
    if mask.isSecret { return hide(node, key) }
    switch document.kind(node) {
    case .array:
      for element in document.elements(node) { visit(element, mask.atElements, key) }
    case .object:
      let isComputed = isAsWritten && isComputed(node)
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

  private func isComputed(_ node: Int) -> Bool {
    document.members(node).contains { $0.isDirective && directive($0)?.isComputed == true }
  }

  private func directive(_ member: Member) -> Directive? {
    Directive.named(document.names.bytes(of: member.name))
  }

  /// A default and the values of a map have the key of the computed value.
  private mutating func visitOption(_ member: Member, _ mask: Mask, _ key: [KeyPattern.Part]) {
    let name = document.names.bytes(of: member.name)
    if name.elementsEqual(Directive.Modifier.default.rawValue.utf8) {
      visit(member.value, mask, key)
    } else if name.elementsEqual(Directive.Modifier.map.rawValue.utf8),
      document.kind(member.value) == .object
    {
      for row in document.members(member.value) where !row.isDirective {
        visit(row.value, mask, key)
      }
    }
  }

  /// `$remove` and `$type` contain values of the keys that they name.
  private mutating func visitDirective(_ member: Member, _ mask: Mask, _ key: [KeyPattern.Part]) {
    let directive = directive(member)
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
      let name = String(decoding: document.names.bytes(of: member.name), as: UTF8.self)
      switch Directive.Modifier(rawValue: name) {
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
