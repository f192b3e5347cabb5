import JSONSource
import SafeText

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

  /// The nearest member of the nearest object around a key, which is in an array or computed.
  private func nearestInside(_ key: Key) -> [Key] {
    let names = view.names
    for length in (1..<max(1, key.names.count)).reversed() {
      let around = Key(Array(key.names[..<length]))
      guard case .value(let value)? = try? answer(around) else { continue }
      guard !value.mask.isSecret, let members = try? value.whole().members else { return [] }
      let near = NearMiss.nearest(
        to: Array(names.bytes(of: key.names[length])),
        in: members.map { Array(names.bytes(of: $0.name)) })
      return near.map { around.appending(names.intern($0)) }
    }
    return []
  }

  /// The nearest value around the key, if it is not an object.
  private func obstacle(on key: Key) -> KeyHint.Obstacle? {
    for length in (1..<max(1, key.names.count)).reversed() {
      let around = Key(Array(key.names[..<length]))
      guard case .value(let value)? = try? answer(around) else { continue }
      // The kind and size of a secret are secret, too.
      if value.kind == .object || value.mask.isSecret { return nil }
      guard value.kind == .array else { return .scalar(around, TypeName(value.kind)) }
      guard let whole = try? value.whole(), !whole.containsSecret(value.mask, secretKeys),
        let elements = whole.elements
      else { return nil }
      return .array(around, count: elements.count)
    }
    return nil
  }
}
