import JSONSource

/// A hint for a key that is not set anywhere.
package struct KeyHint {
  /// A value that is not an object on the path of the key.
  package enum Obstacle {
    case array(Key, count: Int)
    case scalar(Key, TypeName)
  }

  package let obstacle: Obstacle?
  package let keys: [Key]
}

extension Evaluation {
  /// The hint for a key that no level mentions; it names keys, and never values.
  package func hint(for key: Key) -> KeyHint {
    if let hint = hintOfObstacle(on: key) { return hint }
    let keys = view.suggestions(for: key)
    return KeyHint(obstacle: nil, keys: keys.isEmpty ? nearestInside(key) : keys)
  }

  package func hintOfObstacle(on key: Key) -> KeyHint? {
    obstacle(on: key).map { KeyHint(obstacle: $0, keys: []) }
  }

  /// The nearest value around a key, unless it is secret.
  private func valueAround(_ key: Key) -> ValueCursor? {
    for length in (1..<max(1, key.names.count)).reversed() {
      if case .value(let value)? = try? answer(key.prefix(length)) {
        return value.mask.isSecret ? nil : value
      }
    }
    return nil
  }

  /// The nearest member of the nearest object around a key, which is in an array or computed.
  private func nearestInside(_ key: Key) -> [Key] {
    guard let value = valueAround(key), let members = try? value.whole().members else { return [] }
    let name = key.names[value.key.names.count]
    let near = view.names.nearest(to: name, among: members.map(\.name))
    return near.map { [value.key.appending($0)] } ?? []
  }

  /// The nearest value around the key, if it is not an object.
  private func obstacle(on key: Key) -> KeyHint.Obstacle? {
    // The kind and size of a secret are secret, too.
    guard let value = valueAround(key), value.kind != .object else { return nil }
    guard value.kind == .array else { return .scalar(value.key, TypeName(value.kind)) }
    guard let whole = try? value.whole(), !whole.containsSecret(value.mask, secretKeys),
      let elements = whole.elements
    else { return nil }
    return .array(value.key, count: elements.count)
  }
}
