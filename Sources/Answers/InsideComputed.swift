import Cascade
import JSONSource

extension Evaluation {
  /// The declarations of `$secret`, `$type` and `$required` inside a computed value (K4); empty if it fails.
  package func declarations(inside computed: DeclarationWalk.ComputedValue) -> [Declaration] {
    let (key, node, cursor) = computed
    let position = ValueCursor(self, key, node, mask(key))
    guard let value = try? position.evaluated().whole() else { return [] }
    var found: [Declaration] = []
    collect(value, key, node, cursor, &found)
    return found
  }

  // Recursion is bounded by the nesting of values.
  private func collect(
    _ value: EffectiveValue, _ key: Key, _ node: ViewNode, _ cursor: PatternCursor,
    _ found: inout [Declaration]
  ) {
    if cursor.isEmpty { return }
    // A star matches only members of objects.
    let cursor = value.kind == .object ? cursor : cursor.filter { !$0.isByWildcard }
    var members: [Name: EffectiveValue] = [:]
    for (name, member) in value.members { members[name] = member }
    for name in cursor.names(withValues: value.members.map(\.name)) {
      let member = members[name]
      let next = cursor.descending(name)
      let inner = member == nil ? next.filter { !$0.isByWildcard } : next
      let key = key.appending(name)
      found += inner.declarations(of: key, node).compactMap {
        $0.inside(hasValue: member != nil)
      }
      collect(
        member ?? EffectiveValue(.text([]), .none), key, node, inner, &found)
    }
  }
}

extension Declaration {
  /// The declaration for a key inside a computed value; nil for directives that apply only to written values.
  func inside(hasValue: Bool) -> Declaration? {
    guard [.secret, .type, .required].contains(marker.directive) else { return nil }
    return Declaration(
      marker: marker, position: position, key: key, node: node, isInForce: isInForce,
      hasValueInside: hasValue)
  }
}
