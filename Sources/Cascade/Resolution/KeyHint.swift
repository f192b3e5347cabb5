import JSONSource
import Legible

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
  /// Contains no values except the kind and size of an obstacle. `delta` limits the suggested keys.
  package func hint(
    for key: Key, in delta: Delta? = nil, _ patience: Patience = Patience(searches: 2)
  ) -> KeyHint {
    if let hint = hintOfObstacle(on: key) { return hint }
    let keys = view.suggestions(for: key, in: delta, patience)
    if keys.isEmpty, let hint = hintInside(key) ?? hintOfSeparated(key) { return hint }
    return KeyHint(obstacle: nil, keys: keys)
  }

  package func hintOfObstacle(on key: Key) -> KeyHint? {
    obstacle(on: key).map { KeyHint(obstacle: $0, keys: []) }
  }

  /// The nearest member of an object in an array, or of a computed object.
  private func hintInside(_ key: Key) -> KeyHint? {
    let names = view.names
    for length in (1..<max(1, key.names.count)).reversed() {
      guard case .value(let value)? = try? answer(Key(Array(key.names[..<length]))) else {
        continue
      }
      guard !value.mask.isSecret, let members = try? value.whole().members else { return nil }
      let words = members.map { Array(names.bytes(of: $0.name)) }
      let word = Array(names.bytes(of: key.names[length]))
      guard let near = NearMiss.nearest(to: word, in: words).first else { return nil }
      let start = Array(key.names[..<length]) + [names.intern(near)]
      let mended = Key(start + key.names[(length + 1)...])
      return KeyHint(obstacle: nil, keys: [has(mended) ? mended : Key(start)])
    }
    return nil
  }

  /// For names separated by other characters than dots.
  private func hintOfSeparated(_ key: Key) -> KeyHint? {
    let names = view.names
    guard let parts = NearMiss.separated(key.names.map { Array(names.bytes(of: $0)) }, by: "/:#")
    else { return nil }
    let key = Key(parts.map(names.intern))
    if has(key) { return KeyHint(obstacle: nil, keys: [key]) }
    return hintOfObstacle(on: key) ?? hintInside(key)
  }

  private func has(_ key: Key) -> Bool {
    if case .value? = try? answer(key) { true } else { false }
  }

  /// The nearest value around the key, if it is not an object.
  private func obstacle(on key: Key) -> KeyHint.Obstacle? {
    for length in (1..<max(1, key.names.count)).reversed() {
      let around = Key(Array(key.names[..<length]))
      guard case .value(let value)? = try? answer(around) else { continue }
      // The kind and size of a secret are secret, too.
      if value.kind == .object || value.mask.isSecret { return nil }
      guard value.kind == .array else { return .scalar(around, TypeName(value.kind)) }
      guard let whole = try? value.whole(), !whole.holdsSecret(value.mask, secretKeys),
        let elements = whole.elements
      else { return nil }
      return .array(around, count: elements.count)
    }
    return nil
  }
}
