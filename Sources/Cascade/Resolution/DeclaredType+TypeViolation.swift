import JSONSource
import SafeText

extension DeclaredType {
  /// nil if the value is valid. A secret value is not shown.
  package func violation(
    of value: EffectiveValue, hidden: Mask = .none
  ) -> TypeViolation? {
    if !takes(value.kind, value.spelling) {
      return .kind(TypeName(value.kind), declared: self.names)
    }
    // Each constraint is evaluated once, because constraints of elements nest.
    for condition in conditions {
      if let violation = condition.violation(of: value, hidden) {
        return hidden.isSecret ? violation.hidden : violation
      }
    }
    return nil
  }
}

extension DeclaredType.Condition {
  fileprivate func violation(
    of value: EffectiveValue, _ hidden: Mask
  ) -> TypeViolation? {
    switch self {
    case .listed(let document, let nodes):
      let allowed = nodes.map { EffectiveValue(.node(document, $0), .none) }
      if allowed.contains(where: { $0.isEqual(value) }) { return nil }
      return .unlisted(
        value.shown, listed: allowed.map(\.shown), nearest: value.nearest(among: allowed)?.shown)
    case .least(let least):
      return value.kind == .number && ExactNumber(value.spelling) < ExactNumber(least)
        ? .outOfBounds(value.shown, isLess: true, Printable.string(least)) : nil
    case .most(let most):
      return value.kind == .number && ExactNumber(most) < ExactNumber(value.spelling)
        ? .outOfBounds(value.shown, isLess: false, Printable.string(most)) : nil
    case .like(let pattern):
      guard let text = value.text, !pattern.matches(text) else { return nil }
      return .unlike(value.shown, pattern)
    case .elements(let type):
      let inner = hidden.atElements
      for (index, element) in (value.elements ?? []).enumerated() {
        if let found = type.violation(of: element, hidden: inner) { return .element(index, found) }
      }
      return nil
    case .length(let range):
      guard let count = value.text?.count ?? value.elements?.count, !range.contains(count) else {
        return nil
      }
      return .length(count, of: TypeName(value.kind), range)
    }
  }
}

extension EffectiveValue {
  fileprivate var shown: String {
    if let text { return "\"\(Printable.excerpt(text))\"" }
    let type = TypeName(kind)
    return type == .array || type == .object
      ? type.withArticle : Printable.string(Array(spelling), limit: 60)
  }

  fileprivate func nearest(among allowed: [EffectiveValue]) -> EffectiveValue? {
    func letters(_ value: EffectiveValue) -> ArraySlice<UInt8> {
      value.text.map { $0[...] } ?? value.spelling
    }
    if kind == .object || kind == .array { return nil }
    let scalars = allowed.filter { $0.kind != .object && $0.kind != .array }
    return NearMiss.nearest(to: letters(self), in: scalars.map(letters)).map { scalars[$0] }
  }
}
